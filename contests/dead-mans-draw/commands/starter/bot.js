// A player of Dead Man's Draw: bot.js [URL [USER [PASSWORD_FILE [TAG]]]]. It plays at random until it is stopped.
"use strict";
const fs = require("node:fs");

// Seconds before a new attempt after a fault.
const RECONNECT_WAIT = 1;

const oneOf = (list) => list[Math.floor(Math.random() * list.length)];
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

// YOUR STRATEGY: the next two functions. A card is an object such as {suit: "Kraken", value: 4}.

// "Draw" or "EndTurn", as far as `legal` has it. README.md lists the fields of `match`.
function chooseMove(legal, match, seat) {
    return oneOf(legal);
}

// One of `cards`, which answers the effect "Hook", "Cannon", "Sword" or "Map".
function chooseCard(effect, cards, match, seat) {
    return oneOf(cards);
}

function tops(bank) {
    const stacks = Object.entries(bank).filter(([, values]) => values.length > 0);
    return stacks.map(([suit, values]) => ({ suit, value: Math.max(...values) }));
}

// The cards that may answer the pending effect.
function offer(effect, pending, own, other) {
    switch (effect) {
        case "Hook":
            return tops(own);
        case "Cannon":
            return tops(other);
        case "Sword":
            return tops(other).filter((card) => !own[card.suit]?.length);
        case "Map":
            return pending.cards;
        default:
            return [];
    }
}

// The action of the player whose turn it is.
function actionIn(match) {
    const seat = match.activePlayerIndex;
    const { banks, playArea, pendingEffect } = match.state;
    const effect = pendingEffect?.effectType;
    const cards = offer(effect, pendingEffect, banks[seat], banks[1 - seat]);
    if (cards.length > 0) {
        const card = chooseCard(effect, cards, match, seat);
        return { etype: "ResponseToEffect", effect: { effectType: effect, card } };
    }
    // A Kraken wants a draw. An Oracle shows pendingEffect.cards[0], the next card, and leaves the choice.
    const mayEnd = playArea.length > 0 && effect !== "Kraken";
    return { etype: chooseMove(mayEnd ? ["Draw", "EndTurn"] : ["Draw"], match, seat) };
}

// A fault of the network or of the server, after which one tries again.
class Fault extends Error {}

class Arena {
    constructor(url, user, password) {
        this.url = url.replace(/\/$/, "");
        this.user = user;
        const login = Buffer.from(`${user}:${password}`).toString("base64");
        this.headers = { Authorization: `Basic ${login}`, "Content-Type": "application/json" };
    }

    // The status of the answer, and its JSON.
    async ask(method, path, body) {
        const { headers } = this;
        const signal = AbortSignal.timeout(60000);
        try {
            const answer = await fetch(this.url + path, { method, headers, body: JSON.stringify(body), signal });
            if (![200, 409, 410].includes(answer.status)) {
                throw new Fault(`${method} ${path}: status ${answer.status}: ${await answer.text()}`);
            }
            return [answer.status, await answer.json()];
        } catch (fault) {
            throw fault instanceof Fault ? fault : new Fault(String(fault.cause ?? fault));
        }
    }

    // Plays a match to its end.
    async play(id) {
        const path = `/api/matches/${id}`;
        for (;;) {
            // Waits up to 30 seconds for one's turn; 409 means not yet. It also shows what a lost answer did.
            const [status, match] = await this.ask("GET", `${path}?waitactive=true`);
            if (status === 410) {
                const winner = match.state.winnerIdx ?? null;
                const outcome = winner === null ? "tie" : match.playerids[winner] === this.user ? "won" : "lost";
                console.log(`match ${id}: ${outcome}`);
                return;
            }
            if (status === 200) {
                await this.ask("POST", path, actionIn(match));
            }
        }
    }

    // Waits for a match in which it is one's turn, and plays it.
    async wait(tag) {
        const ofTag = tag ? `&tags=${encodeURIComponent(tag)}` : "";
        const [, matches] = await this.ask("GET", `/api/matches?active=true&wait=true${ofTag}`);
        const own = matches.find((match) => match.playerids.includes(this.user));
        if (own) {
            await this.play(own._id);
        }
    }
}

async function main(
    url = "http://127.0.0.1:8080",
    user = "636438380ee778617e6e5be8",
    passwordFile = "password.txt",
    tag = "",
) {
    const arena = new Arena(url, user, fs.readFileSync(passwordFile, "utf8").trim());
    for (;;) {
        try {
            await arena.wait(tag);
        } catch (fault) {
            if (!(fault instanceof Fault)) {
                throw fault;
            }
            console.error(`${fault.message}; next attempt in ${RECONNECT_WAIT} s`);
            await sleep(RECONNECT_WAIT);
        }
    }
}

main(...process.argv.slice(2));
