// A player of SkullWhist: bot.js [URL [NAME [PASSWORD_FILE]]]. It plays legal cards at random until it is stopped.
"use strict";
const fs = require("node:fs");

// Seconds between two looks at a game in which it is the opponent's turn, and before a new attempt after a fault.
const PAUSE = 0.2;
const RECONNECT_WAIT = 1;

const oneOf = (list) => list[Math.floor(Math.random() * list.length)];
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

// YOUR STRATEGY: the next two functions. A card is a text: a letter of CDHS and two digits, such as "S13".

// The number of tricks, 1 to 13, that this hand will take.
function chooseBid(hand) {
    return 1 + Math.floor(Math.random() * 13);
}

// One of the cards `legal`. README.md lists the fields of `status`.
function chooseCard(legal, hand, status) {
    return oneOf(legal);
}

function legalCards(hand, led) {
    const ofSuit = hand.filter((card) => led && card[0] === led[0]);
    return ofSuit.length > 0 ? ofSuit : hand;
}

// A fault of the network or of the server, after which one tries again.
class Fault extends Error {}

class Player {
    hand = [];
    session = null;
    game = null;

    constructor(url, name, password) {
        this.url = url.replace(/\/$/, "");
        this.account = { name, password };
    }

    // The answer of a method, an object whose `result` is success, retry or failure.
    async call(method, keys) {
        try {
            const answer = await fetch(`${this.url}/api/${method}/`, {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: JSON.stringify(keys),
                signal: AbortSignal.timeout(60000),
            });
            return await answer.json();
        } catch (fault) {
            throw new Fault(String(fault.cause ?? fault));
        }
    }

    inSession(method, keys) {
        return this.call(method, { session: this.session, ...keys });
    }

    async logIn() {
        let answer = await this.call("login", this.account);
        if (answer.result !== "success") {
            await this.call("register", this.account);
            answer = await this.call("login", this.account);
        }
        if (answer.result !== "success") {
            throw new Fault(`no login: ${answer.reason}`);
        }
        this.session = answer.session;
        this.id = answer.id;
    }

    async report() {
        const old = await this.inSession("old-game", { game: this.game });
        if (old.result === "success") {
            const [own, other] = old.bot1 === this.id ? [1, 2] : [2, 1];
            console.log(`game ${this.game}: ${old["score" + own]} to ${old["score" + other]} points`);
        }
    }

    // One look at the server, and what is due there.
    async step() {
        if (this.session === null) {
            // A login forfeits a game that goes on, so it is for a lost session only.
            await this.logIn();
        }
        const status = await this.inSession("status");
        if (status.result !== "success") {
            this.session = null;
        } else if (status.game === null || status.game !== this.game) {
            if (this.game !== null) {
                await this.report();
                this.game = null;
            }
            // Waits up to 30 seconds for an opponent. Before the bid it gives the same game again.
            const dealt = await this.inSession("new-game");
            if (dealt.result === "success") {
                this.game = dealt.game;
                this.hand = dealt.cards;
                this.hasBid = false;
            }
        } else if (!this.hasBid) {
            await this.inSession("bid", { bid: chooseBid(this.hand) });
            this.hasBid = true;
        } else if (status["your-turn"] && !this.waitsForBid(status)) {
            await this.play(status);
        } else {
            await sleep(PAUSE);
        }
    }

    waitsForBid(status) {
        return status.round === 1 && !status["opponent-current-card"] && !status["opponent-bid"];
    }

    async play(status) {
        if (this.hand.length > 14 - status.round) {
            // The answer to this card was lost, not the card.
            this.hand = this.hand.filter((card) => card !== this.tried);
        }
        this.tried = chooseCard(legalCards(this.hand, status["opponent-current-card"]), this.hand, status);
        const answer = await this.inSession("play", { card: this.tried });
        if (answer.result === "success") {
            this.hand = this.hand.filter((card) => card !== this.tried);
        } else {
            console.error("refused:", answer.reason);
            await sleep(PAUSE);
        }
    }
}

async function main(url = "http://127.0.0.1:8013", name = "starter", passwordFile = "password.txt") {
    const player = new Player(url, name, fs.readFileSync(passwordFile, "utf8").trim());
    for (;;) {
        try {
            await player.step();
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
