// A contestant of Tricky Eights, which plays legal cards at random.
//
// The judge's commands come on standard input, and the cards go to standard output. Write what you like to see to
// standard error. A card is a text such as "d5" or "ht": a suit of c, s, d, h and a face of 2 to 9, t, j, q, k, a.
"use strict";
const readline = require("node:readline");

const FACES = "23456789tjqka";
const zeros = () => ({ n: 0, e: 0, s: 0, w: 0 });
const oneOf = (list) => list[Math.floor(Math.random() * list.length)];

// The knowledge of the contestant. The six functions read it.
const game = {
    scores: zeros(), // of the finished rounds of this game
    me: "", // the own seat: n, e, s or w
    hand: [], // the own cards
    pool: [], // the cards that can still be taken
    table: [], // [seat, card] of the turn under way, the leader first
    taken: [], // [seat, card] of all takes of the round
    tricks: [], // the finished tricks of the round, each like `table`
};

// YOUR STRATEGY: the six functions of the contest's document. Each has 4 seconds.

function startGame(game) {}

function startRound(game) {}

function takeCard(game, legal) {
    return oneOf(legal);
}

function endTakes(game) {}

function playCard(game, legal) {
    return oneOf(legal);
}

function endRound(game) {}

function winnerOf(trick) {
    const rank = (card) => (card[0] === trick[0][1][0] ? FACES.indexOf(card[1]) : -1);
    return trick.reduce((best, play) => (rank(play[1]) > rank(best[1]) ? play : best))[0];
}

function addPoints() {
    game.tricks.forEach((trick, number) => {
        const eights = trick.filter(([, card]) => card[1] === "8").length;
        game.scores[winnerOf(trick)] += (number === 0 || number === 12 ? 3 : 1) + 2 * eights;
    });
}

function isOver(scores) {
    const [first, second] = Object.values(scores).sort((one, other) => other - one);
    return first >= 300 && first > second;
}

function pairsOf(words) {
    const pairs = [];
    for (let index = 0; index + 1 < words.length; index += 2) {
        pairs.push([words[index], words[index + 1]]);
    }
    return pairs;
}

function obey(command, words) {
    const pairs = pairsOf(words);
    const without = (cards) => cards.filter((card) => !words.includes(card));
    switch (command) {
        case "starthand": {
            const isNew = game.me === "" || isOver(game.scores);
            [game.me, game.hand, game.pool] = [words[0], words.slice(1, 11), words.slice(11, 23)];
            [game.table, game.taken, game.tricks] = [[], [], []];
            if (isNew) {
                game.scores = zeros();
                startGame(game);
            }
            startRound(game);
            break;
        }
        case "take":
            game.table = pairs;
            console.log(takeCard(game, without(game.pool)));
            break;
        case "aftertake":
            game.taken.push(...pairs);
            game.hand.push(...pairs.filter(([seat]) => seat === game.me).map(([, card]) => card));
            game.pool = without(game.pool);
            if (game.pool.length === 0) {
                endTakes(game);
            }
            break;
        case "play": {
            game.table = pairs;
            const ofSuit = game.hand.filter((card) => pairs.length > 0 && card[0] === pairs[0][1][0]);
            console.log(playCard(game, ofSuit.length > 0 ? ofSuit : game.hand));
            break;
        }
        case "result":
        case "resultoftrick":
            game.tricks.push(pairs);
            game.hand = without(game.hand);
            break;
        case "endround":
        case "end":
            addPoints();
            endRound(game);
            break;
    }
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
    const [command, ...words] = line.trim().split(/\s+/);
    obey(command, words);
});
