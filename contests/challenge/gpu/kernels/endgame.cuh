// The endgame of a hand: the last two tricks, from the ranges of both players and the cards that nobody has shown.
//
// L leads the first of the two tricks, F follows; d is L's lead in tricks. All utilities are L's, a tie is 0. Actions
// that iterated weak dominance removes are left out, which changes neither the value nor a best response:
//  - After an accepted challenge F plays the lower card if both are above the card led, or both below, and at level the
//    higher one if it wins and the lower one loses. A choice is left where a card ties (`forced_card`).
//  - In the last trick a player who is one trick ahead challenges at once. The other one only answers.
//  - In the last trick at level F challenges with a card that wins or ties, and bluffs or not with one that loses.
//
// Hands of two cards are numbered by slots: slot k * RANKS + y is the hand of y and of the rank k above it, in a
// circle. Tables of ordered pairs have the card that is played first and the card that is kept second.
#pragma once
#include "arguments.cuh"

const int PAIRS = RANKS * RANKS;
const int STEPS = RANKS / 2 + 1;
const int SLOTS = STEPS * RANKS;
// Numbers of a decision about the last trick at level, for each card and pair of cards played before.
const int LEVEL_NUMBERS = 8;
// Endgames begin at multiples of this many numbers: 32 bytes of 16 bits each.
const int ENDGAME_UNIT = 16;

enum ForcedCard { PLAYS_LOWER, PLAYS_HIGHER, CHOOSES };

// Two slots name the hand of a pair whose distance is half of an even number of ranks; the second is not used.
DEVICE bool is_slot(int step, int card) { return !(RANKS % 2 == 0 && step == RANKS / 2 && card >= RANKS / 2); }

DEVICE int above(int card, int step) {
    const int rank = card + step;
    return rank >= RANKS ? rank - RANKS : rank;
}

DEVICE int slot_of(int one, int other) {
    const int step = above(other, RANKS - one);
    return step < STEPS && is_slot(step, one) ? step * RANKS + one : above(one, RANKS - other) * RANKS + other;
}

// The reply of F with the hand `lower` < `higher` to the card `led`, after an accepted challenge.
DEVICE ForcedCard forced_card(int d, int led, int lower, int higher) {
    if (d == 2) return lower <= led && led < higher ? PLAYS_HIGHER : PLAYS_LOWER;
    if (d == -2) return higher >= led ? PLAYS_HIGHER : PLAYS_LOWER;
    if (lower > led || higher < led) return PLAYS_LOWER;
    const bool ties = (d <= 0 && higher == led) || (d >= 0 && lower == led);
    return ties ? CHOOSES : PLAYS_HIGHER;
}

// The sign of L's result if the first trick goes as `first` and the last one as `last`: 1 is won by L.
DEVICE int result_sign(int d, int first, int last) {
    const int after = d + first;
    return after > 1 || after < -1 ? sign_of(after) : sign_of(after + last);
}

// The sizes of an endgame with the difference d.
DEVICE int reply_choices(int d) { return d == 0 ? 2 * SLOTS : d == 1 || d == -1 ? SLOTS : 0; }
DEVICE int level_pairs(int d) { return d == 0 ? RANKS : d == 1 || d == -1 ? SLOTS - RANKS : 0; }
DEVICE int behind_pairs(int d) { return d == 0 ? PAIRS : d == 1 || d == -1 ? RANKS : SLOTS - RANKS; }

// The places of the numbers of each decision, and their sum.
struct EndgamePlaces {
    // After acceptance: L's card, F's reply. By difference: F's reply after the challenge of F was accepted.
    int leader_card, reply, raised_reply;
    // L's first move, F's answer to a challenge, F's move over the card led, L's answer to a challenge.
    int first_move, answer, second_move, raised_answer;
    // The last trick: at level, and one trick ahead.
    int level, behind;
    int end;

    DEVICE void set(int d, bool open) {
        const int replies = 2 * reply_choices(d);
        leader_card = 0;
        reply = 2 * SLOTS;
        end = reply + replies;
        first_move = raised_answer = answer = second_move = raised_reply = level = behind = end;
        if (!open) return;
        raised_answer = first_move + 3 * SLOTS;
        answer = raised_answer + 2 * PAIRS;
        second_move = answer + 2 * SLOTS;
        raised_reply = second_move + 3 * STEPS * PAIRS;
        level = raised_reply + replies;
        behind = level + LEVEL_NUMBERS * RANKS * level_pairs(d);
        end = behind + 2 * RANKS * behind_pairs(d);
    }
};

// Floats of shared memory that an endgame works in.
const int ENDGAME_FLOATS = 32 + 20 * PAIRS + RANKS * PAIRS + 3 * STEPS * PAIRS + 10 * SLOTS + 2 * RANKS * (RANKS + 2);

// A player's view of the last trick at level: what they and the other win with the game and with the point.
struct LevelStakes {
    float game_won, game_lost, point_won, point_lost;
};

// A hand vector with a stride, of the cards that are kept.
struct Cards {
    float *cards;
    int stride;

    DEVICE float &at(int card) const { return cards[card * stride]; }
};

// OPEN: a challenge is possible. AVERAGES: average strategies are kept, and best responses to them are wanted.
template <bool OPEN, bool AVERAGES> struct Endgame {
    int d;
    // What L gets for the game and the point.
    float game_won, game_lost, point_won, point_lost;
    Discount discount;
    // The weight of an iteration in averages that are sums.
    float weight;
    Chance chance;
    Number *regrets, *averages;
    EndgamePlaces places;
    int replies, levels, behinds;

    // [rank]: copies that nobody has shown.
    float *copies;
    // [first trick lost, tied, won][last trick likewise]: L's utility after acceptance.
    float *staked;
    // [card][card]: the ranges. [slot]: the values.
    float *leader_range, *follower_range, *leader_values, *follower_values, *current_values;
    // L's strategy. [played][kept]: the share of a quiet lead, of a lead after acceptance; [led][kept]: of acceptance.
    float *quiet_share, *staked_share, *answer_share;
    // [slot]: the shares of a challenge of L, and of F's acceptance.
    float *offer_share, *accept_share;
    // F's reach by [card kept][led][played]; L's values of the same cards.
    float *kept;
    // [step][led][card]
    float *by_slot;
    // Work space for [led][card kept], four of them.
    float *partial;
    // L's values by [led][kept]: after acceptance, after F's challenge, after quiet play, in all after the lead.
    float *staked_value, *raised_value, *quiet_value, *led_value;
    // The masses of F's hands that reject, and that challenge.
    float *rejected_mass, *raised_mass, *rejecting_range;
    // L's reach by [led][kept]: after acceptance, after a challenge of F accepted and rejected, quiet.
    float *staked_reach, *raised_reach, *rejected_reach, *quiet_reach;
    float *staked_prefix, *raised_prefix, *rejected_total, *quiet_total;
    // The gadget of safe re-solving: the values offered, the free part of the range and the part that is taken for
    // granted, the regrets of entering and of leaving.
    float *alternative, *free_range, *granted_range, *gadget_regrets;

    DEVICE void begin(float *shared, int difference, const Arguments &arguments, int leader, float scale);
    DEVICE void clear();

    DEVICE float staked_utility(int first, int last) const {
        const int sign = result_sign(d, first, last);
        return sign > 0 ? game_won : sign < 0 ? game_lost : 0.f;
    }
    DEVICE float point(int sign) const { return sign > 0 ? point_won : sign < 0 ? point_lost : 0.f; }
    DEVICE bool is_decided(int first) const { return d + first > 1 || d + first < -1; }
    DEVICE float decided_utility(int first) const { return is_decided(first) ? point(sign_of(d + first)) : 0.f; }
    DEVICE float copies_after(int played, int rank) const { return copies[rank] - (rank == played ? 1.f : 0.f); }
    DEVICE float copies_after(int played, int other, int rank) const {
        return copies[rank] - (rank == played ? 1.f : 0.f) - (rank == other ? 1.f : 0.f);
    }

    // The place of F's reply with the hand of `slot`, one of whose cards is `led`.
    DEVICE int reply_place(int slot, int lower, int led) const { return d == 0 && lower != led ? SLOTS + slot : slot; }

    // What decides at a place: the regrets, or in a best response the averages.
    template <bool BEST> DEVICE float at(int place) const {
        return positive(BEST ? averages[place].load() : regrets[place].load());
    }
    template <bool BEST> DEVICE float two(int place, int stride) const {
        const float first = at<BEST>(place), sum = first + at<BEST>(place + stride);
        return sum > 0.f ? first / sum : 0.5f;
    }
    template <bool BEST> DEVICE void three(int place, int stride, float (&shares)[3]) const {
        float sum = 0.f;
        for (int action = 0; action < 3; ++action) sum += shares[action] = at<BEST>(place + action * stride);
        for (int action = 0; action < 3; ++action) shares[action] = sum > 0.f ? shares[action] / sum : 1.f / 3.f;
    }
    // A challenge, the card of the slot, the card above it: two actions with a pair.
    template <bool BEST> DEVICE void move(int place, int stride, bool is_pair, float (&shares)[3]) const {
        if (!is_pair) return three<BEST>(place, stride, shares);
        shares[0] = two<BEST>(place, stride);
        shares[1] = 1.f - shares[0];
        shares[2] = 0.f;
    }
    DEVICE void note(int place, float reach) {
        averages[place].store(averages[place].load() + weight * reach, chance.at(place + places.end));
    }
    DEVICE void gain(int place, float difference) { learn(regrets[place], difference, discount, chance.at(place)); }

    // Learns from the values of the actions, and returns that of the decision. In a best response: the best value.
    template <bool BEST> DEVICE float learn_two(int place, int stride, float first, float second, float reach) {
        if (BEST) return greater(first, second);
        const float share = two<false>(place, stride), mean = share * first + (1.f - share) * second;
        if (AVERAGES) {
            note(place, reach * share);
            note(place + stride, reach * (1.f - share));
        }
        gain(place, first - mean);
        gain(place + stride, second - mean);
        return mean;
    }
    template <bool BEST> DEVICE float learn_move(int place, int stride, bool is_pair, const float (&values)[3], float reach) {
        if (is_pair) return learn_two<BEST>(place, stride, values[0], values[1], reach);
        if (BEST) return greater(values[0], greater(values[1], values[2]));
        float shares[3], mean = 0.f;
        three<false>(place, stride, shares);
        for (int action = 0; action < 3; ++action) mean += shares[action] * values[action];
        for (int action = 0; action < 3; ++action) {
            if (AVERAGES) note(place + action * stride, reach * shares[action]);
            gain(place + action * stride, values[action] - mean);
        }
        return mean;
    }

    // endgame_leader.cuh
    template <bool BEST> DEVICE void write_leader_strategy();
    template <bool BEST> DEVICE void write_replies(bool raised);
    template <bool BEST> DEVICE void write_quiet_replies();
    enum Mass { NO_MASS, REJECTING_MASS, KEPT_MASS };
    template <Mass MASS, bool QUIET> DEVICE void evaluate_leader(float *values, float *masses);
    template <bool BEST> DEVICE void update_leader(float share);
    // endgame_follower.cuh
    DEVICE float follower_value(int led, int played, int keeps, const float *reach, const float *prefix) const;
    DEVICE float follower_mass(int led, int played, int keeps, const float *reach, float total) const;
    DEVICE float quiet_follower_value(int led, int played, int keeps) const;
    template <bool BEST> DEVICE float reply_value(int place, int led, int slot, const float *reach, const float *prefix, float own);
    template <bool BEST> DEVICE void write_leader_reach();
    template <bool BEST> DEVICE void update_follower(float share);
    // last_trick.cuh
    DEVICE int level_place(int kind, int card, int pair) const { return places.level + (kind * RANKS + card) * levels + pair; }
    DEVICE int behind_place(int card, int pair) const { return places.behind + card * behinds + pair; }
    template <bool BEST> DEVICE void last_leader(int x, int y, int pair, const LevelStakes &stakes, Cards theirs, Cards out, Cards own, float weight);
    template <bool BEST> DEVICE void last_follower(int x, int y, int pair, const LevelStakes &stakes, Cards theirs, Cards out, Cards own, float weight);
    template <bool BEST> DEVICE void last_behind(int x, int y, int pair, float game, float point, Cards theirs, Cards out, Cards own, float weight);
    template <bool BEST> DEVICE void last_ahead(int x, int y, int pair, float game, float point, Cards theirs, Cards out, float weight);
    template <bool BEST, bool LEADER> DEVICE void play_last_tricks();
    // endgame_solve.cuh
    DEVICE void update_once(bool leader);
    DEVICE void enter_or_leave(float *range);
    DEVICE void solve(int iterations, int protected_side);
    DEVICE void respond(bool leader);
};

template <bool OPEN, bool AVERAGES>
DEVICE void Endgame<OPEN, AVERAGES>::begin(float *shared, int difference, const Arguments &arguments, int leader, float scale) {
    d = difference;
    // The utilities of the hand's leader, seen by the player who leads here.
    const float side = leader == 0 ? scale : -scale;
    game_won = side * (leader == 0 ? arguments.game_won : arguments.game_lost);
    game_lost = side * (leader == 0 ? arguments.game_lost : arguments.game_won);
    point_won = side * (leader == 0 ? arguments.point_won : arguments.point_lost);
    point_lost = side * (leader == 0 ? arguments.point_lost : arguments.point_won);
    places.set(d, OPEN);
    replies = reply_choices(d);
    levels = level_pairs(d);
    behinds = behind_pairs(d);
    float *free = shared;
    auto take = [&](int length) {
        float *taken = free;
        free += length;
        return taken;
    };
    copies = take(16);
    staked = take(16);
    leader_range = take(PAIRS);
    follower_range = take(PAIRS);
    quiet_share = take(PAIRS);
    staked_share = take(PAIRS);
    leader_values = take(SLOTS);
    follower_values = take(SLOTS);
    current_values = take(SLOTS);
    offer_share = take(SLOTS);
    accept_share = take(SLOTS);
    alternative = take(SLOTS);
    free_range = take(SLOTS);
    gadget_regrets = take(2 * SLOTS);
    kept = take(RANKS * PAIRS);
    by_slot = take(3 * STEPS * PAIRS);
    partial = take(4 * PAIRS);
    staked_value = take(PAIRS);
    raised_value = take(PAIRS);
    quiet_value = take(PAIRS);
    led_value = take(PAIRS);
    rejected_mass = take(PAIRS);
    raised_mass = take(PAIRS);
    rejecting_range = take(PAIRS);
    answer_share = take(PAIRS);
    staked_reach = take(PAIRS);
    raised_reach = take(PAIRS);
    rejected_reach = take(PAIRS);
    quiet_reach = take(PAIRS);
    staked_prefix = take(RANKS * (RANKS + 1));
    raised_prefix = take(RANKS * (RANKS + 1));
    rejected_total = take(RANKS);
    quiet_total = take(RANKS);
    granted_range = take(SLOTS);
    // The host build tells if more was taken than there is.
    ASSERT(free == shared + ENDGAME_FLOATS);
    FOR_EACH(i, 9) staked[i] = staked_utility(i / 3 - 1, i % 3 - 1);
}

template <bool OPEN, bool AVERAGES> DEVICE void Endgame<OPEN, AVERAGES>::clear() {
    FOR_EACH(place, places.end) {
        regrets[place].store(0.f, 0u);
        if (AVERAGES) averages[place].store(0.f, 0u);
    }
    BARRIER();
}
