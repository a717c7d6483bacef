// A player of Dead Man's Draw: bot [URL [USER [PASSWORD_FILE [TAG]]]]. It plays at random until it is stopped.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <random>

#include "wire.hpp"

// Seconds before a new attempt after a fault.
const int RECONNECT_WAIT = 1;

int randomBelow(int bound) {
    static std::mt19937 generator{std::random_device{}()};
    return std::uniform_int_distribution<>(0, bound - 1)(generator);
}

struct Card {
    std::string suit;
    int value;
};

// YOUR STRATEGY: the next two functions.

// "Draw" or "EndTurn", as far as `legal` has it. README.md lists the fields of `match`.
std::string chooseMove(const std::vector<std::string> &legal, const Json & /*match*/, int /*seat*/) {
    return legal.at(randomBelow(legal.size()));
}

// One of `cards`, which answers the effect "Hook", "Cannon", "Sword" or "Map".
Card chooseCard(const std::string & /*effect*/, const std::vector<Card> &cards, const Json & /*match*/, int /*seat*/) {
    return cards.at(randomBelow(cards.size()));
}

std::vector<Card> tops(const Json &bank) {
    std::vector<Card> cards;
    for (const auto &stack : bank.fields) {
        int top = 0;
        for (const Json &value : stack.second.list) top = std::max(top, value.integer());
        if (top > 0) cards.push_back({stack.first, top});
    }
    return cards;
}

// The cards that may answer the pending effect.
std::vector<Card> offer(const Json &pending, const Json &own, const Json &other) {
    const std::string &effect = pending["effectType"].text;
    std::vector<Card> cards;
    if (effect == "Hook") return tops(own);
    if (effect == "Cannon") return tops(other);
    if (effect == "Sword")
        for (const Card &card : tops(other))
            if (own[card.suit].list.empty()) cards.push_back(card);
    if (effect == "Map")
        for (const Json &card : pending["cards"].list) cards.push_back({card["suit"].text, card["value"].integer()});
    return cards;
}

// The action of the player whose turn it is, as JSON.
std::string actionIn(const Json &match) {
    int seat = match["activePlayerIndex"].integer();
    const Json &state = match["state"], &pending = state["pendingEffect"];
    const std::string &effect = pending["effectType"].text;
    std::vector<Card> cards = offer(pending, state["banks"].list.at(seat), state["banks"].list.at(1 - seat));
    if (!cards.empty()) {
        Card card = chooseCard(effect, cards, match, seat);
        return R"({"etype":"ResponseToEffect","effect":{"effectType":)" + quoted(effect) + R"(,"card":{"suit":)" +
               quoted(card.suit) + R"(,"value":)" + std::to_string(card.value) + "}}}";
    }
    // A Kraken wants a draw. An Oracle shows pending["cards"].list[0], the next card, and leaves the choice.
    std::vector<std::string> legal{"Draw"};
    if (!state["playArea"].list.empty() && effect != "Kraken") legal.push_back("EndTurn");
    return R"({"etype":)" + quoted(chooseMove(legal, match, seat)) + "}";
}

class Arena {
  public:
    Arena(const std::string &url, const std::string &user, const std::string &password)
        : url(url), user(user), headers("Authorization: Basic " + base64(user + ":" + password) + "\r\n") {}

    // Waits for a match in which it is one's turn, and plays it.
    void wait(const std::string &tag) {
        std::string ofTag = tag.empty() ? "" : "&tags=" + tag;
        Json matches = JsonReader::read(request("GET", "/api/matches?active=true&wait=true" + ofTag, "").body);
        for (const Json &match : matches.list)
            for (const Json &player : match["playerids"].list)
                if (player.text == user) return play(match["_id"].text);
    }

  private:
    HttpAnswer request(const std::string &method, const std::string &path, const std::string &body) {
        HttpAnswer answer = ask(url, method, path, headers, body);
        if (answer.status != 200 && answer.status != 409 && answer.status != 410)
            throw Fault(method + " " + path + ": status " + std::to_string(answer.status) + ": " + answer.body);
        return answer;
    }

    // Plays a match to its end.
    void play(const std::string &id) {
        const std::string path = "/api/matches/" + id;
        for (;;) {
            // Waits up to 30 seconds for one's turn; 409 means not yet. It also shows what a lost answer did.
            HttpAnswer answer = request("GET", path + "?waitactive=true", "");
            Json match = JsonReader::read(answer.body);
            if (answer.status == 410) {
                const Json &winner = match["state"]["winnerIdx"];
                bool own = !winner.isNull() && match["playerids"].list.at(winner.integer()).text == user;
                std::cout << "match " << id << ": " << (winner.isNull() ? "tie" : own ? "won" : "lost") << std::endl;
                return;
            }
            if (answer.status == 200) request("POST", path, actionIn(match));
        }
    }

    std::string url, user, headers;
};

int main(int count, char **words) {
    std::string password;
    std::ifstream file(count > 3 ? words[3] : "password.txt");
    if (!(file >> password)) return std::cerr << "the file of the password cannot be read" << std::endl, 1;
    Arena arena(count > 1 ? words[1] : "http://127.0.0.1:8080", count > 2 ? words[2] : "636438380ee778617e6e5be8",
                password);
    for (;;) {
        try {
            arena.wait(count > 4 ? words[4] : "");
        } catch (const Fault &fault) {
            std::cerr << fault.what() << "; next attempt in " << RECONNECT_WAIT << " s" << std::endl;
            sleep(RECONNECT_WAIT);
        }
    }
}
