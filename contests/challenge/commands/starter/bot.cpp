// A player of Challenge: bot [HOST [PORT]]. It plays legal moves at random until it is stopped.
#include <arpa/inet.h>

#include <cstdint>
#include <iostream>
#include <random>

#include "wire.hpp"

// The server refuses a player who comes back within 5 seconds, and counts from each attempt.
const int RECONNECT_WAIT = 10;
const int CHALLENGE = 0;

int randomBelow(int bound) {
    static std::mt19937 generator{std::random_device{}()};
    return std::uniform_int_distribution<>(0, bound - 1)(generator);
}

// YOUR STRATEGY: the next two functions. README.md lists the fields of `state`.

// A card of the hand, or CHALLENGE where state["can_challenge"] is true.
int chooseMove(const Json &state) {
    std::vector<int> moves;
    for (const Json &card : state["hand"].list) moves.push_back(card.integer());
    if (state["can_challenge"].isTrue()) moves.push_back(CHALLENGE);
    return moves.at(randomBelow(moves.size()));
}

// True accepts the opponent's challenge. The hand is empty if your last card lies on the table.
bool chooseAnswer(const Json &) { return randomBelow(2) == 0; }

std::string responseTo(const Json &request) {
    if (request["request"].text == "challenge_offered")
        return chooseAnswer(request["state"]) ? R"({"type":"accept_challenge"})" : R"({"type":"reject_challenge"})";
    int move = chooseMove(request["state"]);
    if (move == CHALLENGE) return R"({"type":"offer_challenge"})";
    return R"({"type":"play_card","card":)" + std::to_string(move) + "}";
}

void send(Connection &connection, const std::string &body) {
    std::uint32_t length = htonl(body.size());
    // Length and text in one write: in two, the second may wait for the network.
    connection.write(std::string(reinterpret_cast<char *>(&length), 4) + body);
}

Json receive(Connection &connection) {
    std::uint32_t length;
    std::memcpy(&length, connection.exactly(4).data(), 4);
    return JsonReader::read(connection.exactly(ntohl(length)));
}

void answer(Connection &connection, const Json &message) {
    const std::string &type = message["type"].text;
    if (type == "request") {
        send(connection, R"({"type":"move","request_id":)" + std::to_string(message["request_id"].integer()) +
                             R"(,"response":)" + responseTo(message) + "}");
    } else if (type == "result") {
        const Json &result = message["result"];
        if (result["type"].text == "game_won") {
            bool own = result["by"].integer() == message["your_player_num"].integer();
            std::cout << (own ? "game won" : "game lost") << std::endl;
        } else if (result["type"].text == "error") {
            std::cerr << "refused: " << result["reason"].text << std::endl;
        }
    } else if (type == "greetings_program") {
        std::cout << "team " << message["team_id"].integer() << std::endl;
    } else if (type == "error") {
        std::cerr << "error: " << message["message"].text << std::endl;
    }
}

int main(int count, char **words) {
    const std::string host = count > 1 ? words[1] : "127.0.0.1", port = count > 2 ? words[2] : "9999";
    for (;;) {
        try {
            Connection connection(host, port);
            for (;;) answer(connection, receive(connection));
        } catch (const Fault &fault) {
            // A game that goes on sends its next request after the greeting.
            std::cerr << fault.what() << "; next attempt in " << RECONNECT_WAIT << " s" << std::endl;
            sleep(RECONNECT_WAIT);
        }
    }
}
