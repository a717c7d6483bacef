// What each card is worth, in whole numbers: infosets/appraisal.rs.

const int ONE = 1024;
const int TOPS[] = {860, 614, 184, 102, 41, 31};
const int UNGUARDED = 48;
const int LONG = 410;
const int DRAIN = 27;
const int LEFT = 24;
const int EIGHT_NOW = 1024;
const int EIGHT_LATER = 819;
const int EIGHT_TO_COME = 102;
const int WON = 1178;
const int DENY = 51;

int at_least(int value, int least) { return value < least ? least : value; }
int at_most(int value, int most) { return value > most ? most : value; }

struct Sight {
    const Board *board;
    int seat;
    Set hand;
};

// What is summed over the cards of a hand.
struct Part {
    int wins;
    int lost;
};

int by_rank(int higher, int lower) {
    const int chance = higher < int(sizeof TOPS / sizeof TOPS[0]) ? TOPS[higher] : 0;
    const int missing = at_least(higher - lower, 0);
    return chance * (ONE - UNGUARDED * missing) / ONE;
}

Part suit_part(Set own, Set out) {
    Part part = {0, 0};
    const int length = size(own);
    int below = 0;
    for (Set left = own; left != 0; left &= left - 1, ++below) {
        const int card = first(left);
        const int higher = size(above(card) & out);
        const int remain = 16 * size(out) - DRAIN * (length - below - 1);
        const int share = at_most(at_least((LEFT - remain) * ONE / LEFT, 0), ONE);
        const int wins = at_least(by_rank(higher, below), share * LONG / ONE);
        part.wins += wins;
        if (is_eight(card)) part.lost += (ONE - wins) * EIGHT_LATER / ONE;
    }
    return part;
}

struct Appraised {
    int card;
    int worth;
    int wins;
};

struct Appraisal {
    Sight sight;
    // Cards that others may hold.
    Set out;
    Set known[PLAYERS];
    int slots[PLAYERS];
    // Cards of the pool, which are with nobody.
    int elsewhere;
    bool to_come[PLAYERS];
    int left;
    Part suits[SUITS];
    Part total;
    int eights;

    explicit Appraisal(const Sight &seen) : sight(seen) {
        const Board &board = *sight.board;
        const bool taking = board.phase == TAKING;
        Set on_table = 0;
        for (int place = 0; place < board.row.count; ++place) {
            to_come[board.row.player(place)] = false;
            if (!taking) on_table |= one(board.row.cards[place]);
        }
        for (int place = board.row.count; place < PLAYERS; ++place) {
            const int player = board.row.player(place);
            to_come[player] = player != sight.seat;
        }
        out = ALL & ~sight.hand & ~board.gone() & ~on_table;
        int held = 0;
        for (int player = 0; player < PLAYERS; ++player) {
            known[player] = player == sight.seat ? 0 : board.known(player);
            slots[player] = 0;
            if (player != sight.seat) {
                slots[player] = board.hand_size(player) - size(known[player]);
                held += board.hand_size(player);
            }
        }
        elsewhere = at_least(size(out) - held, 0);
        left = taking ? TRICKS : TRICKS - board.number - 1;
        total.wins = total.lost = 0;
        for (int suit = 0; suit < SUITS; ++suit) {
            suits[suit] = suit_part(sight.hand & lane(suit), out & lane(suit));
            total.wins += suits[suit].wins;
            total.lost += suits[suit].lost;
        }
        eights = size((sight.hand | out) & EIGHTS);
    }

    // The chance, of ONE, that nobody still to come in this trick has any of cards of one suit.
    int nobody_has(Set cards, int suit) const {
        cards &= out;
        if (cards == 0) return ONE;
        Set unknown = cards;
        int places = elsewhere;
        int theirs = 0;
        for (int player = 0; player < PLAYERS; ++player) {
            if (to_come[player] && (known[player] & cards) != 0) return 0;
            unknown &= ~known[player];
            // Of oneself nothing is unknown.
            if (!sight.board->is_void[player][suit]) {
                places += slots[player];
                if (to_come[player]) theirs += slots[player];
            }
        }
        int chance = 64 * ONE;
        for (int count = size(unknown); count > 0; --count, --places) {
            chance = chance * at_least(places - theirs, 0) / at_least(places, 1);
        }
        return chance / 64;
    }

    int eights_to_come(int led) const {
        const int coming = ONE - nobody_has(EIGHTS & lane(led), led);
        return 2 * coming * EIGHT_TO_COME / ONE;
    }

    int future(Part part, int in_them) const {
        if (left == 0) return 0;
        return part.wins * (left + 2 + 2 * in_them) / left - part.lost;
    }

    Appraised of(int card) const {
        const Board &board = *sight.board;
        const bool taking = board.phase == TAKING;
        const int suit = suit_of(card);
        const Set own = taking ? sight.hand | one(card) : sight.hand & ~one(card);
        const Set others = taking ? out & ~one(card) : out;
        Part part = suit_part(own & lane(suit), others & lane(suit));
        part.wins += total.wins - suits[suit].wins;
        part.lost += total.lost - suits[suit].lost;
        Appraised appraised = {card, 0, 0};
        if (taking) {
            appraised.worth = future(part, eights) + DENY * at_least(rank_of(card) - 6, 0);
            return appraised;
        }
        const int eight = is_eight(card) ? 1 : 0;
        const int later = future(part, eights - eight);
        const bool leads = board.row.count == 0;
        const bool ahead = leads || contains(above(board.row.cards[board.row.best()]), card);
        const int coming = eights_to_come(leads ? suit : suit_of(board.row.cards[0]));
        appraised.wins = ahead ? nobody_has(above(card), suit) : 0;
        const int points = (board.points() + 2 * eight) * ONE + coming;
        const int given = eight * ((ONE - appraised.wins) * EIGHT_NOW / ONE);
        appraised.worth = appraised.wins * (points * WON / ONE) / ONE - given + later;
        return appraised;
    }
};

