// The conversation: a line may hold several commands, and what makes no sense is passed over.

const int MOST_WORDS = 4096;
const char SEAT_LETTERS[] = "nesw";
const char SUIT_LETTERS[] = "cdhs";
const char RANK_LETTERS[] = "23456789tjqka";

enum Command { START_HAND, TAKE, AFTER_TAKE, PLAY, RESULT, END_ROUND, NO_COMMAND };

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? char(letter - 'A' + 'a') : letter; }

int place_in(const char *letters, char letter) {
    const char *found = letter == '\0' ? NULL : std::strchr(letters, lower(letter));
    return found == NULL ? -1 : int(found - letters);
}

int seat_of(const char *word) {
    return word[0] != '\0' && word[1] == '\0' ? place_in(SEAT_LETTERS, word[0]) : -1;
}

int card_of(const char *word) {
    const int suit = place_in(SUIT_LETTERS, word[0]);
    if (suit < 0 || word[1] == '\0') return NO_CARD;
    const bool ten = std::strcmp(word + 1, "10") == 0;
    if (!ten && word[2] != '\0') return NO_CARD;
    const int rank = ten ? 8 : place_in(RANK_LETTERS, word[1]);
    return rank < 0 ? NO_CARD : 16 * suit + rank;
}

Command command_of(const char *word) {
    static const struct {
        const char *word;
        Command command;
    } WORDS[] = {{"starthand", START_HAND}, {"take", TAKE},         {"aftertake", AFTER_TAKE},
                 {"play", PLAY},            {"result", RESULT},     {"resultoftrick", RESULT},
                 {"afterplay", RESULT},     {"endround", END_ROUND}, {"end", END_ROUND}};
    for (std::size_t place = 0; place < sizeof WORDS / sizeof WORDS[0]; ++place) {
        const char *known = WORDS[place].word;
        const char *letter = word;
        while (*known != '\0' && lower(*letter) == *known) {
            ++letter;
            ++known;
        }
        if (*known == '\0' && *letter == '\0') return WORDS[place].command;
    }
    return NO_COMMAND;
}

// A round from one seat.
struct Contestant {
    bool has_hand;
    bool begun;
    bool lost;
    int seat;
    Set hand;
    Set pool;
    Board board;

    Contestant() : has_hand(false), begun(false), lost(false), seat(0), hand(0), pool(0) {}

    void hear(Command command, const char *const *words, int count) {
        Row row;
        int asked = -1;
        switch (command) {
        case START_HAND:
            start_hand(words, count);
            break;
        case TAKE:
        case PLAY:
            if (read_row(words, count, &row, &asked) && has_hand) answer(row, asked, command == TAKE);
            break;
        case AFTER_TAKE:
        case RESULT:
            if (read_row(words, count, &row, &asked) && asked < 0 && row.count == PLAYERS && has_hand) {
                summary(row, command == AFTER_TAKE);
            }
            break;
        case END_ROUND:
        case NO_COMMAND:
            break;
        }
    }

    void start_hand(const char *const *words, int count) {
        if (count < 1 + DEALT) return;
        const int who = seat_of(words[0]);
        Set cards[2] = {0, 0};
        for (int place = 1; place < count; ++place) {
            const int card = card_of(words[place]);
            const bool own = place <= DEALT;
            if (card == NO_CARD || contains(cards[0], card)) return;
            cards[own ? 0 : 1] |= one(card);
        }
        if (who < 0 || size(cards[1]) != POOL) return;
        has_hand = true;
        begun = lost = false;
        seat = who;
        hand = cards[0];
        pool = cards[1];
    }

    // Pairs of seat and card, clockwise, and the seat behind them. Where a request ends with a pair, that
    // is who was asked and an answer.
    static bool read_row(const char *const *words, int count, Row *row, int *asked) {
        row->count = 0;
        row->leader = count > 0 ? seat_of(words[0]) : -1;
        *asked = -1;
        if (row->leader < 0) return false;
        for (int place = 0; place < count; place += 2) {
            if (row->count == PLAYERS || seat_of(words[place]) != row->player(row->count)) return false;
            if (place + 1 == count) {
                *asked = row->player(row->count);
                break;
            }
            const int card = card_of(words[place + 1]);
            if (card == NO_CARD) return false;
            for (int earlier = 0; earlier < row->count; ++earlier) {
                if (row->cards[earlier] == card) return false;
            }
            row->cards[row->count++] = card;
        }
        return true;
    }

    // Brings the board up to these cards of the turn.
    void follow(const Row &row, bool taking) {
        if (!begun) board.begin(row.leader, pool);
        begun = true;
        const Row &so_far = board.row;
        if (board.phase != (taking ? TAKING : PLAYING) || so_far.leader != row.leader ||
            so_far.count > row.count) {
            lost = true;
        }
        for (int place = 0; !lost && place < so_far.count; ++place) {
            lost = so_far.cards[place] != row.cards[place];
        }
        for (int place = so_far.count; !lost && place < row.count; ++place) {
            lost = !board.show(row.cards[place]);
        }
    }

    void summary(const Row &row, bool taking) {
        follow(row, taking);
        for (int place = 0; place < PLAYERS; ++place) {
            const int card = row.cards[place];
            if (taking) pool &= ~one(card);
            if (row.player(place) != seat) continue;
            hand = taking ? hand | one(card) : hand & ~one(card);
        }
    }

    void answer(Row row, int asked, bool taking) {
        if (asked < 0) asked = row.player(--row.count);
        if (asked != seat) return;
        follow(row, taking);
        int card = NO_CARD;
        if (!lost) {
            const Sight sight = {&board, seat, hand};
            card = choose(sight);
        }
        if (card == NO_CARD) card = lowest(row, taking);
        if (card == NO_CARD) return;
        std::printf("%c%c\n", SUIT_LETTERS[suit_of(card)], RANK_LETTERS[rank_of(card)]);
        std::fflush(stdout);
    }

    // The lowest card that seems legal without knowing more than this turn.
    int lowest(const Row &row, bool taking) const {
        Set legal = taking ? pool : hand;
        for (int place = 0; taking && place < row.count; ++place) legal &= ~one(row.cards[place]);
        if (!taking && row.count > 0 && (hand & lane(suit_of(row.cards[0]))) != 0) {
            legal = hand & lane(suit_of(row.cards[0]));
        }
        int lowest = NO_CARD;
        for (Set cards = legal; cards != 0; cards &= cards - 1) {
            const int card = first(cards);
            if (lowest == NO_CARD || rank_of(card) < rank_of(lowest)) lowest = card;
        }
        return lowest;
    }
};

Contestant contestant;
char line[65536];
const char *words[MOST_WORDS];

void hear_line() {
    int count = 0;
    for (char *word = std::strtok(line, " \t\r\n\v\f"); word != NULL && count < MOST_WORDS;
         word = std::strtok(NULL, " \t\r\n\v\f")) {
        words[count++] = word;
    }
    for (int begin = 0; begin < count;) {
        const Command command = command_of(words[begin]);
        int end = begin + 1;
        while (end < count && command_of(words[end]) == NO_COMMAND) ++end;
        contestant.hear(command, words + begin + 1, end - begin - 1);
        begin = end;
    }
}

} // namespace

int main() {
    while (std::fgets(line, sizeof line, stdin) != NULL) hear_line();
    return 0;
}
