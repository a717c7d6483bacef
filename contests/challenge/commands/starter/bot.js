// A player of Challenge: bot.js [HOST [PORT]]. It plays legal moves at random until it is stopped.
"use strict";
const net = require("node:net");

// The server refuses a player who comes back within 5 seconds, and counts from each attempt.
const RECONNECT_WAIT = 10;

const oneOf = (list) => list[Math.floor(Math.random() * list.length)];

// YOUR STRATEGY: the next two functions. README.md lists the fields of `state`.

// A card of the hand, or "challenge" where state.can_challenge is true.
function chooseMove(state) {
    return oneOf(state.can_challenge ? [...state.hand, "challenge"] : state.hand);
}

// True accepts the opponent's challenge. The hand is empty if your last card lies on the table.
function chooseAnswer(state) {
    return oneOf([true, false]);
}

function responseTo(request) {
    if (request.request === "challenge_offered") {
        return { type: chooseAnswer(request.state) ? "accept_challenge" : "reject_challenge" };
    }
    const move = chooseMove(request.state);
    return move === "challenge" ? { type: "offer_challenge" } : { type: "play_card", card: move };
}

function send(socket, message) {
    const body = Buffer.from(JSON.stringify(message));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    // Length and text in one write: in two, the second may wait for the network.
    socket.write(Buffer.concat([length, body]));
}

function answer(socket, message) {
    if (message.type === "request") {
        send(socket, { type: "move", request_id: message.request_id, response: responseTo(message) });
    } else if (message.type === "result") {
        const result = message.result;
        if (result.type === "game_won") {
            console.log(result.by === message.your_player_num ? "game won" : "game lost");
        } else if (result.type === "error") {
            console.error("refused:", result.reason);
        }
    } else if (message.type === "greetings_program") {
        console.log("team", message.team_id);
    } else if (message.type === "error") {
        console.error("error:", message.message);
    }
}

function connect(host, port) {
    const socket = net.connect(port, host);
    let received = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on("data", (part) => {
        // A message may come in parts, and several may come at once.
        received = Buffer.concat([received, part]);
        while (received.length >= 4 && received.length >= 4 + received.readUInt32BE()) {
            const end = 4 + received.readUInt32BE();
            const message = JSON.parse(received.subarray(4, end).toString());
            received = received.subarray(end);
            answer(socket, message);
        }
    });
    socket.on("end", () => socket.destroy());
    socket.on("error", (fault) => console.error(fault.message));
    socket.on("close", () => {
        // A game that goes on sends its next request after the greeting.
        console.error(`no connection; next attempt in ${RECONNECT_WAIT} s`);
        setTimeout(connect, RECONNECT_WAIT * 1000, host, port);
    });
}

connect(process.argv[2] ?? "127.0.0.1", Number(process.argv[3] ?? 9999));
