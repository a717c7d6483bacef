// A player of SkullWhist: bot [URL [NAME [PASSWORD_FILE]]]. It plays legal cards at random until it is stopped.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <random>

#include "wire.hpp"

using Cards = std::vector<std::string>;

// Microseconds between two looks at a game in which it is the opponent's turn.
const int PAUSE = 200000;

// Seconds before a new attempt after a fault.
const int RECONNECT_WAIT = 1;

int randomBelow(int bound) {
    static std::mt19937 generator{std::random_device{}()};
    return std::uniform_int_distribution<>(0, bound - 1)(generator);
}

// YOUR STRATEGY: the next two functions. A card is a text: a letter of CDHS and two digits, such as "S13".

// The number of tricks, 1 to 13, that this hand will take.
int chooseBid(const Cards &) { return 1 + randomBelow(13); }

// One of the cards `legal`. README.md lists the fields of `status`.
std::string chooseCard(const Cards &legal, const Cards &, const Json &) { return legal.at(randomBelow(legal.size())); }

Cards legalCards(const Cards &hand, const std::string &led) {
    Cards ofSuit;
    for (const std::string &card : hand)
        if (!led.empty() && card[0] == led[0]) ofSuit.push_back(card);
    return ofSuit.empty() ? hand : ofSuit;
}

class Player {
  public:
    Player(const std::string &url, const std::string &name, const std::string &password)
        : url(url), account(R"("name":)" + quoted(name) + R"(,"password":)" + quoted(password)) {}

    // One look at the server, and what is due there.
    void step() {
        // A login forfeits a game that goes on, so it is for a lost session only.
        if (session.empty()) logIn();
        Json status = inSession("status");
        if (!succeeded(status)) {
            session.clear();
        } else if (status["game"].isNull() || status["game"].integer() != game) {
            if (game != 0) report();
            game = 0;
            // Waits up to 30 seconds for an opponent. Before the bid it gives the same game again.
            Json dealt = inSession("new-game");
            if (!succeeded(dealt)) return;
            game = dealt["game"].integer();
            hasBid = false;
            hand.clear();
            for (const Json &card : dealt["cards"].list) hand.push_back(card.text);
        } else if (!hasBid) {
            inSession("bid", R"(,"bid":)" + std::to_string(chooseBid(hand)));
            hasBid = true;
        } else if (status["your-turn"].isTrue() && !waitsForBid(status)) {
            play(status);
        } else {
            usleep(PAUSE);
        }
    }

  private:
    static bool succeeded(const Json &answer) { return answer["result"].text == "success"; }

    // The answer of a method, an object whose `result` is success, retry or failure.
    Json call(const std::string &method, const std::string &keys) {
        return JsonReader::read(ask(url, "POST", "/api/" + method + "/", "", "{" + keys + "}").body);
    }

    Json inSession(const std::string &method, const std::string &keys = "") {
        return call(method, R"("session":)" + quoted(session) + keys);
    }

    void logIn() {
        Json answer = call("login", account);
        if (!succeeded(answer)) {
            call("register", account);
            answer = call("login", account);
        }
        if (!succeeded(answer)) throw Fault("no login: " + answer["reason"].text);
        session = answer["session"].text;
        id = answer["id"].integer();
    }

    void report() {
        Json old = inSession("old-game", R"(,"game":)" + std::to_string(game));
        if (!succeeded(old)) return;
        bool isFirst = old["bot1"].integer() == id;
        int own = old[isFirst ? "score1" : "score2"].integer(), other = old[isFirst ? "score2" : "score1"].integer();
        std::cout << "game " << game << ": " << own << " to " << other << " points" << std::endl;
    }

    static bool waitsForBid(const Json &status) {
        bool leads = status["round"].integer() == 1 && status["opponent-current-card"].isNull();
        return leads && status["opponent-bid"].integer() == 0;
    }

    void play(const Json &status) {
        // The answer to the last card was lost, not the card.
        if (static_cast<int>(hand.size()) > 14 - status["round"].integer()) removeTried();
        tried = chooseCard(legalCards(hand, status["opponent-current-card"].text), hand, status);
        Json answer = inSession("play", R"(,"card":)" + quoted(tried));
        if (succeeded(answer)) {
            removeTried();
        } else {
            std::cerr << "refused: " << answer["reason"].text << std::endl;
            usleep(PAUSE);
        }
    }

    void removeTried() { hand.erase(std::remove(hand.begin(), hand.end(), tried), hand.end()); }

    std::string url, account, session, tried;
    int id = 0, game = 0;
    bool hasBid = false;
    Cards hand;
};

int main(int count, char **words) {
    std::string password;
    std::ifstream file(count > 3 ? words[3] : "password.txt");
    if (!(file >> password)) return std::cerr << "the file of the password cannot be read" << std::endl, 1;
    Player player(count > 1 ? words[1] : "http://127.0.0.1:8013", count > 2 ? words[2] : "starter", password);
    for (;;) {
        try {
            player.step();
        } catch (const Fault &fault) {
            std::cerr << fault.what() << "; next attempt in " << RECONNECT_WAIT << " s" << std::endl;
            sleep(RECONNECT_WAIT);
        }
    }
}
