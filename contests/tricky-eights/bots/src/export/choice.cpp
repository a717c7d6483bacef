// Which card is chosen: infosets/seen.rs, and the table.

const int TIMES = 5;
const int KINDS = 7;
const int GAPS[] = {60, 180, 400, 800};
const int GAP_DIGITS = 5;
const int POINTS = 3;

enum Situation { SITUATION_TAKING, LEADING, THIRD_LAST, SECOND_LAST, LAST, THROWING_OFF };

// The rows in which not the first candidate is chosen, in order: twice the number of the row, and one
// more where it is the third and not the second. The last number is that of no row.
const std::uint32_t TABLE[] = {
@TABLE@
};

int chosen_in(std::uint32_t row) {
    int low = 0;
    int high = int(sizeof TABLE / sizeof TABLE[0]);
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (TABLE[middle] / 2 < row) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == int(sizeof TABLE / sizeof TABLE[0]) || TABLE[low] / 2 != row) return 0;
    return 1 + int(TABLE[low] % 2);
}

int kind(int situation, const Appraised &appraised, Set out) {
    const int card = appraised.card;
    const int higher = size(above(card) & out);
    const bool eight = is_eight(card);
    if (situation == SITUATION_TAKING) {
        const int from_top = RANKS - rank_of(card);
        if (eight) return 0;
        if (from_top <= 3) return from_top;
        return from_top <= 5 ? 4 : from_top <= 8 ? 5 : 6;
    }
    if (situation == THROWING_OFF) {
        if (eight) return higher <= 2 ? 0 : 1;
        if (higher <= 2) return 2 + higher;
        return higher <= 4 ? 5 : 6;
    }
    if (eight) return appraised.wins <= ONE / 2 ? 1 : 0;
    if (appraised.wins >= ONE) return 2;
    if (appraised.wins > ONE * 3 / 4) return 3;
    if (appraised.wins > ONE / 4) return 4;
    return higher <= 2 ? 5 : 6;
}

struct Ranked {
    int kind;
    Appraised best;
};

int gap(const Ranked *ranked, int count, int place) {
    int passed = 0;
    if (place < count) {
        const int behind = ranked[0].best.worth - ranked[place].best.worth;
        while (passed < GAP_DIGITS - 1 && behind > GAPS[passed]) ++passed;
    }
    return passed;
}

int choose(const Sight &sight) {
    const Board &board = *sight.board;
    const Set legal = board.legal(sight.hand);
    if (size(legal) < 2) return legal == 0 ? NO_CARD : first(legal);
    int situation = SITUATION_TAKING;
    int time = board.number;
    if (board.phase != TAKING) {
        time = (board.number + 2) / 3;
        if (board.row.count == 0) {
            situation = LEADING;
        } else if (suit_of(first(legal)) == suit_of(board.row.cards[0])) {
            situation = LAST + 1 - (PLAYERS - board.row.count);
        } else {
            situation = THROWING_OFF;
        }
    }
    time = at_most(time, TIMES - 1);

    // Of each kind the best card, and then the kinds by what their best cards are worth.
    const Appraisal appraisal(sight);
    const Appraised none = {NO_CARD, 0, 0};
    Appraised best[KINDS];
    for (int number = 0; number < KINDS; ++number) best[number] = none;
    for (Set cards = legal; cards != 0; cards &= cards - 1) {
        const Appraised appraised = appraisal.of(first(cards));
        Appraised &so_far = best[kind(situation, appraised, appraisal.out)];
        if (so_far.card == NO_CARD || appraised.worth > so_far.worth) so_far = appraised;
    }
    const Ranked nothing = {0, none};
    Ranked ranked[KINDS] = {nothing};
    int count = 0;
    for (int number = 0; number < KINDS; ++number) {
        if (best[number].card == NO_CARD) continue;
        int place = count++;
        for (; place > 0 && best[number].worth > ranked[place - 1].best.worth; --place) {
            ranked[place] = ranked[place - 1];
        }
        ranked[place].kind = number;
        ranked[place].best = best[number];
    }
    if (count < 2) return ranked[0].best.card;

    const int on_table = board.points();
    int points = on_table == 1 ? 0 : on_table <= 3 ? 1 : 2;
    if (situation == SITUATION_TAKING) points = at_most(board.row.count, 2);
    std::uint32_t row = std::uint32_t(situation);
    row = row * TIMES + std::uint32_t(time);
    row = row * KINDS + std::uint32_t(ranked[0].kind);
    row = row * KINDS + std::uint32_t(ranked[1].kind);
    row = row * (KINDS + 1) + std::uint32_t(count > 2 ? ranked[2].kind : KINDS);
    row = row * GAP_DIGITS + std::uint32_t(gap(ranked, count, 1));
    row = row * GAP_DIGITS + std::uint32_t(gap(ranked, count, 2));
    row = row * POINTS + std::uint32_t(points);
    return ranked[chosen_in(row)].best.card;
}

