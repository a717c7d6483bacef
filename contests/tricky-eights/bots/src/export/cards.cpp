// A contestant of Tricky Eights: it answers on standard output what it is asked on standard input.
// Written by cardsharp export from a trained policy, which is the table below. Standard C++11 and
// nothing else; no file is opened.

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace {

// Cards and sets of cards: sixteen bits for each suit, the lowest for the two.

typedef std::uint64_t Set;

const int PLAYERS = 4;
const int SUITS = 4;
const int RANKS = 13;
const int DEALT = 10;
const int TAKES = 3;
const int TRICKS = 13;
const int POOL = 12;
const int EIGHT = 6;
const int NO_CARD = -1;
const Set LANE = 0x1fff;
const Set ALL = LANE | LANE << 16 | LANE << 32 | LANE << 48;
const Set EIGHTS = (Set(1) | Set(1) << 16 | Set(1) << 32 | Set(1) << 48) << EIGHT;

int suit_of(int card) { return card >> 4; }
int rank_of(int card) { return card & 15; }
bool is_eight(int card) { return rank_of(card) == EIGHT; }
Set one(int card) { return Set(1) << card; }
Set lane(int suit) { return LANE << (16 * suit); }
Set above(int card) { return (~Set(0) << card << 1) & lane(suit_of(card)); }
bool contains(Set set, int card) { return (set >> card & 1) != 0; }

int size(Set set) {
    int count = 0;
    for (; set != 0; set &= set - 1) ++count;
    return count;
}

int first(Set set) {
    int card = 0;
    while ((set & 1) == 0) {
        set >>= 1;
        ++card;
    }
    return card;
}

// What lies open in a round.

enum Phase { TAKING, PLAYING, OVER };

struct Row {
    int leader;
    int count;
    int cards[PLAYERS];

    int player(int place) const { return (leader + place) % PLAYERS; }

    // The place of the highest card of the led suit.
    int best() const {
        int best = 0;
        for (int place = 1; place < count; ++place) {
            if (contains(above(cards[best]), cards[place])) best = place;
        }
        return best;
    }
};

struct Board {
    Phase phase;
    int number;
    int dealer;
    Row row;
    Set pool;
    Set taken[PLAYERS];
    Set played[PLAYERS];
    bool is_void[PLAYERS][SUITS];

    void begin(int leader, Set open) {
        std::memset(this, 0, sizeof *this);
        phase = TAKING;
        dealer = row.leader = leader;
        pool = open;
    }

    Set gone() const {
        Set all = 0;
        for (int player = 0; player < PLAYERS; ++player) all |= played[player];
        return all;
    }

    Set known(int player) const { return taken[player] & ~played[player]; }

    int hand_size(int player) const {
        return DEALT + size(taken[player]) - size(played[player]);
    }

    Set legal(Set hand) const {
        if (phase == TAKING) return pool;
        const Set following = row.count > 0 ? hand & lane(suit_of(row.cards[0])) : 0;
        return following != 0 ? following : hand;
    }

    int points() const {
        int points = number == 0 || number + 1 == TRICKS ? 3 : 1;
        for (int place = 0; place < row.count; ++place) {
            if (is_eight(row.cards[place])) points += 2;
        }
        return points;
    }

    // The next player takes or plays a card; false if everybody can see that this cannot be.
    bool show(int card) {
        if (phase == OVER || row.count == PLAYERS) return false;
        const int player = row.player(row.count);
        if (phase == TAKING) {
            if (!contains(pool, card)) return false;
            pool &= ~one(card);
            taken[player] |= one(card);
        } else {
            if (contains(gone(), card)) return false;
            if (row.count > 0 && suit_of(row.cards[0]) != suit_of(card)) {
                is_void[player][suit_of(row.cards[0])] = true;
            }
            played[player] |= one(card);
        }
        row.cards[row.count++] = card;
        if (row.count == PLAYERS) end_row();
        return true;
    }

    void end_row() {
        ++number;
        if (phase == TAKING) {
            row.leader = dealer;
            if (number == TAKES) {
                phase = PLAYING;
                number = 0;
            }
        } else {
            row.leader = row.player(row.best());
            if (number == TRICKS) phase = OVER;
        }
        row.count = 0;
    }
};

