// The harness of a contestant of Tricky Eights: it reads the judge's commands, keeps GAME, and calls the six functions
// of bot.cpp. A bot need not change it.
#pragma once

#include <algorithm>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

// A card, such as {'d', '5'} or {'h', 't'}: a suit of c, s, d, h and a face of 2 to 9, t, j, q, k, a.
struct Card {
    char suit, face;

    // 0 for a two to 12 for an ace.
    int rank() const { return static_cast<int>(std::string("23456789tjqka").find(face)); }
    bool operator==(const Card &other) const { return suit == other.suit && face == other.face; }
};

using Cards = std::vector<Card>;

// A card, and the seat that took or played it: n, e, s or w.
struct Move {
    char who;
    Card card;
};

using Moves = std::vector<Move>;

// The knowledge of the contestant. The six functions read it, and change nothing in it.
struct Game {
    // The points of the finished rounds of this game.
    std::map<char, int> scores{{'n', 0}, {'e', 0}, {'s', 0}, {'w', 0}};
    char me = 0;                // the own seat
    Cards hand, pool;           // the own cards, and those that can still be taken
    Moves table;                // the turn under way, the leader first
    Moves taken;                // all takes of the round
    std::vector<Moves> tricks;  // the finished tricks of the round
};

static Game GAME;

void StartGame();                   // a game begins
void StartRound();                  // the cards are dealt
Card TakeCard(const Cards &legal);  // a card of the pool
void EndTakes();                    // all cards of the pool are taken
Card PlayCard(const Cards &legal);  // a card of the hand
void EndRound();                    // the tricks are played, and the scores have their points

inline char WinnerOf(const Moves &trick) {
    Move best = trick.at(0);
    for (const Move &move : trick)
        if (move.card.suit == best.card.suit && move.card.rank() > best.card.rank()) best = move;
    return best.who;
}

namespace harness {

// The cards that none of the moves has.
inline Cards Without(const Cards &cards, const Moves &moves) {
    Cards left;
    for (const Card &card : cards)
        if (std::none_of(moves.begin(), moves.end(), [&](const Move &move) { return move.card == card; }))
            left.push_back(card);
    return left;
}

inline Cards LegalPlays() {
    Cards legal;
    for (const Card &card : GAME.hand)
        if (!GAME.table.empty() && card.suit == GAME.table[0].card.suit) legal.push_back(card);
    return legal.empty() ? GAME.hand : legal;
}

inline bool IsOver() {
    std::vector<int> points;
    for (const auto &score : GAME.scores) points.push_back(score.second);
    std::sort(points.rbegin(), points.rend());
    return points[0] >= 300 && points[0] > points[1];
}

inline void AddPoints() {
    for (std::size_t number = 0; number < GAME.tricks.size(); number++) {
        int points = number == 0 || number == 12 ? 3 : 1;
        for (const Move &move : GAME.tricks[number]) points += move.card.face == '8' ? 2 : 0;
        GAME.scores[WinnerOf(GAME.tricks[number])] += points;
    }
}

inline Card CardOf(const std::string &word) { return {word.at(0), word.at(1)}; }

inline void StartHand(const std::vector<std::string> &words) {
    bool isNew = GAME.me == 0 || IsOver();
    auto scores = GAME.scores;
    GAME = Game();
    GAME.me = words.at(0)[0];
    for (std::size_t index = 1; index < words.size() && index < 23; index++)
        (index < 11 ? GAME.hand : GAME.pool).push_back(CardOf(words[index]));
    if (isNew) StartGame();
    else GAME.scores = scores;
    StartRound();
}

inline void Answer(const Card &card) { std::cout << card.suit << card.face << std::endl; }

inline void Obey(const std::string &command, const std::vector<std::string> &words) {
    if (command == "starthand") return StartHand(words);
    Moves moves;
    // `end` has the points instead of cards.
    for (std::size_t index = 0; command != "end" && index + 1 < words.size(); index += 2)
        moves.push_back({words[index].at(0), CardOf(words[index + 1])});
    if (command == "take") {
        GAME.table = moves;
        Answer(TakeCard(Without(GAME.pool, moves)));
    } else if (command == "aftertake") {
        GAME.taken.insert(GAME.taken.end(), moves.begin(), moves.end());
        for (const Move &move : moves)
            if (move.who == GAME.me) GAME.hand.push_back(move.card);
        GAME.pool = Without(GAME.pool, moves);
        if (GAME.pool.empty()) EndTakes();
    } else if (command == "play") {
        GAME.table = moves;
        Answer(PlayCard(LegalPlays()));
    } else if (command == "result" || command == "resultoftrick") {
        GAME.tricks.push_back(moves);
        GAME.hand = Without(GAME.hand, moves);
    } else if (command == "endround" || command == "end") {
        AddPoints();
        EndRound();
    }
}

}  // namespace harness

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream in(line);
        std::string command;
        std::vector<std::string> words;
        if (!(in >> command)) continue;
        for (std::string word; in >> word;) words.push_back(word);
        harness::Obey(command, words);
    }
}
