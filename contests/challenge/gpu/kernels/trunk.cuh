// The trunk: all tricks but the last two, with perfect recall. One block works on one public state, or a part of it.
#pragma once
#include "arguments.cuh"

// What is public in a state.
struct State {
    // Copies of each rank that nobody has shown, four bits each.
    Bits copies;
    // The player who leads the trick, and the tricks that player 0 is ahead.
    int lead, difference;

    DEVICE float copies_of(int rank) const { return (float)(int)(copies >> (4 * rank) & 15); }
};

// Reads a state of a level: its number has the plays as digits, the first play first.
DEVICE State read_state(const Arguments &arguments, int plays, Index number) {
    int ranks[2 * LARGEST_HAND];
    for (int i = plays - 1; i >= 0; --i) {
        ranks[i] = (int)(number % RANKS);
        number /= RANKS;
    }
    State state = {0, 0, 0};
    for (int rank = 0; rank < RANKS; ++rank) state.copies |= (Bits)arguments.copies << (4 * rank);
    for (int i = 0; i < plays; ++i) {
        state.copies -= (Bits)1 << (4 * ranks[i]);
        if (i % 2 == 0 || ranks[i] == ranks[i - 1]) continue;
        if (ranks[i] > ranks[i - 1]) state.lead = 1 - state.lead;
        state.difference += state.lead == 0 ? 1 : -1;
    }
    return state;
}

DEVICE int mover_of(const Level &level, const State &state) { return level.plays % 2 ? 1 - state.lead : state.lead; }

// The number of ways to draw a hand from copies, card by card.
DEVICE float ways(const Hands &hands, int hand, Bits copies) {
    Bits cards = hands.cards[hand];
    float product = 1.f;
    for (int i = 0; i < hands.size; ++i, cards >>= 8)
        product *= (float)((int)(copies >> (4 * (cards & 15)) & 15) - (int)(cards >> 4 & 15));
    return product;
}

// The mass of the range `theirs` that a hand meets.
DEVICE float mass_met(const Hands &own, int hand, const Hands &other, const float *theirs, Bits copies) {
    const float drawn = ways(own, hand, copies);
    if (drawn == 0.f) return 0.f;
    copies -= own.copies[hand];
    float sum = 0.f;
    for (int i = 0; i < other.count; ++i)
        if (theirs[i] != 0.f) sum += theirs[i] * ways(other, i, copies);
    return drawn * sum;
}

DEVICE bool wants_reach(const Arguments &a, int player) { return a.measures || a.learner != player; }
DEVICE bool wants_values(const Arguments &a, int player) { return a.measures || a.learner == player; }
DEVICE bool averages(const Arguments &a, int player) { return !a.measures && a.learner != player; }

DEVICE float *vector_of(const Level &level, float *vectors, Index state) { return vectors + (state - level.first) * level.stride; }

DEVICE float utility(const Arguments &a, bool staked, int sign) {
    if (sign == 0) return 0.f;
    if (staked) return sign > 0 ? a.game_won : a.game_lost;
    return sign > 0 ? a.point_won : a.point_lost;
}

DEVICE Chance chance_of(const Arguments &a, const Level &level, Index state, unsigned what) {
    return {mixed(a.salt ^ mixed((unsigned)(state * 64 + level.plays * 8 + a.challenge_class) ^ what * 0x51ed270bu))};
}

// The strategy of a hand of the player to move: a share for each distinct card, and for a challenge.
struct Choice {
    Index places[LARGEST_HAND + 1];
    float shares[LARGEST_HAND + 1];
    int count;

    DEVICE void read(const Hands &hands, int left_count, int hand, bool open, const Number *numbers) {
        const int cards = hands.distinct[hand];
        count = open ? cards + 1 : cards;
        float sum = 0.f;
        for (int i = 0; i < count; ++i) {
            const int at = hand * LARGEST_HAND + i;
            places[i] = i < cards ? (Index)hands.ranks[at] * left_count + hands.left[at] : (Index)RANKS * left_count + hand;
            shares[i] = positive(numbers[places[i]].load());
            sum += shares[i];
        }
        for (int i = 0; i < count; ++i) shares[i] = sum > 0.f ? shares[i] / sum : 1.f / (float)count;
    }
};

// The sum of a vector. `shared` has room for 32 numbers.
DEVICE float sum(const float *values, int count, float *shared) {
    FOR_EACH(part, 32) {
        float total = 0.f;
        for (int i = part; i < count; i += 32) total += values[i];
        shared[part] = total;
    }
    BARRIER();
    float total = 0.f;
    for (int part = 0; part < 32; ++part) total += shared[part];
    BARRIER();
    return total;
}

// Carries both ranges from a level to the next, and sums up the averages of the player who does not learn.
KERNEL(carry_down, 512, 2) {
    const Arguments &a = arguments;
    const Level &here = a.here, &next = a.next, &accepted = a.accepted;
    const Index number = a.first_state + BLOCK;
    const State state = read_state(a, here.plays, number);
    const int mover = mover_of(here, state), other = 1 - mover;
    const Hands &hands = a.hands[here.own_cards];
    const int left_count = a.hands[here.own_cards - 1].count, other_count = a.hands[here.other_cards].count;
    if (wants_reach(a, mover)) {
        const Number *numbers = (a.measures ? here.averages : here.regrets) + number * here.numbers;
        Number *means = here.averages + number * here.numbers;
        const float *reach = vector_of(here, here.reach[mover], number);
        const Chance chance = chance_of(a, here, number, 0);
        FOR_EACH(hand, hands.count) {
            Choice choice;
            choice.read(hands, left_count, hand, here.open, numbers);
            for (int i = 0; i < choice.count; ++i) {
                const float part = reach[hand] * choice.shares[i];
                if (averages(a, mover)) average(means[choice.places[i]], part * a.average_scale, a.discount.share, chance.at(choice.places[i]));
                const int at = hand * LARGEST_HAND + i;
                if (i < hands.distinct[hand]) {
                    vector_of(next, next.reach[mover], number * RANKS + hands.ranks[at])[hands.left[at]] = part;
                } else {
                    vector_of(here, here.offers, number)[hand] = part;
                    vector_of(accepted, accepted.reach[mover], number)[hand] = part;
                }
            }
        }
    }
    if (wants_reach(a, other)) {
        const float *reach = vector_of(here, here.reach[other], number);
        const Index answers = number * 2 * other_count;
        const Number *numbers = (a.measures ? here.answer_averages : here.answer_regrets) + answers;
        Number *means = here.answer_averages + answers;
        const Chance chance = chance_of(a, here, number, 1);
        FOR_EACH(hand, other_count) {
            for (int rank = 0; rank < RANKS; ++rank) vector_of(next, next.reach[other], number * RANKS + rank)[hand] = reach[hand];
            if (!here.open) continue;
            const float share = first_of_two(numbers[hand].load(), numbers[other_count + hand].load()), part = reach[hand] * share;
            vector_of(accepted, accepted.reach[other], number)[hand] = part;
            if (!averages(a, other)) continue;
            average(means[hand], part * a.average_scale, a.discount.share, chance.at(hand));
            average(means[other_count + hand], (reach[hand] - part) * a.average_scale, a.discount.share, chance.at(other_count + hand));
        }
    }
}

// Carries values from a level to the one before: of the player who learns, or of both players' best responses. Nothing
// is learned, and nothing discounted, where the other player comes with no hand.
KERNEL(carry_up, 512, 2) {
    SHARED(shared);
    float *rejecting = shared + 32;
    const Arguments &a = arguments;
    const Level &here = a.here, &next = a.next, &accepted = a.accepted;
    const Index number = a.first_state + BLOCK / a.parts;
    const int part = (int)(BLOCK % a.parts);
    const State state = read_state(a, here.plays, number);
    const int mover = mover_of(here, state), other = 1 - mover;
    const Hands &hands = a.hands[here.own_cards], &other_hands = a.hands[here.other_cards];
    const int left_count = a.hands[here.own_cards - 1].count, other_count = other_hands.count;
    const Index answers = number * 2 * other_count;
    // What the player to move gets if a challenge of theirs is rejected.
    const float point = mover == 0 ? a.point_won : -a.point_lost;
    const float *reach = vector_of(here, here.reach[other], number);
    const bool is_met = wants_values(a, mover) && sum(reach, other_count, shared) > 0.f;
    if (wants_values(a, mover) && !is_met) {
        float *out = vector_of(here, here.values[mover], number);
        FOR_EACH(hand, hands.count) out[hand] = 0.f;
    }
    if (here.open && is_met) {
        const Number *numbers = (a.measures ? here.answer_averages : here.answer_regrets) + answers;
        FOR_EACH(hand, other_count) rejecting[hand] = reach[hand] * (1.f - first_of_two(numbers[hand].load(), numbers[other_count + hand].load()));
        BARRIER();
    }
    if (is_met) {
        Number *numbers = here.regrets + number * here.numbers;
        float *out = vector_of(here, here.values[mover], number);
        const Chance chance = chance_of(a, here, number, 2);
        for (int hand = THREAD + part * THREADS; hand < hands.count; hand += THREADS * a.parts) {
            Choice choice;
            choice.read(hands, left_count, hand, here.open, numbers);
            float values[LARGEST_HAND + 1], value = a.measures ? -1e30f : 0.f;
            for (int i = 0; i < choice.count; ++i) {
                const int at = hand * LARGEST_HAND + i;
                if (i < hands.distinct[hand]) {
                    const int rank = hands.ranks[at];
                    values[i] = state.copies_of(rank) * vector_of(next, next.values[mover], number * RANKS + rank)[hands.left[at]];
                } else {
                    values[i] = vector_of(accepted, accepted.values[mover], number)[hand] + point * mass_met(hands, hand, other_hands, rejecting, state.copies);
                }
                value = a.measures ? greater(value, values[i]) : value + values[i] * choice.shares[i];
            }
            out[hand] = value;
            if (a.measures) continue;
            for (int i = 0; i < choice.count; ++i) learn(numbers[choice.places[i]], (values[i] - value) * here.scale, a.discount, chance.at(choice.places[i]));
        }
    }
    if (wants_values(a, other)) {
        Number *numbers = here.answer_regrets + answers;
        float *out = vector_of(here, here.values[other], number);
        const float *offers = here.open ? vector_of(here, here.offers, number) : 0;
        const Chance chance = chance_of(a, here, number, 3);
        const bool is_offered = here.open && sum(offers, hands.count, shared) > 0.f;
        for (int hand = THREAD + part * THREADS; hand < other_count; hand += THREADS * a.parts) {
            float value = 0.f;
            for (int rank = 0; rank < RANKS; ++rank) value += state.copies_of(rank) * vector_of(next, next.values[other], number * RANKS + rank)[hand];
            if (is_offered) {
                const float accepts = vector_of(accepted, accepted.values[other], number)[hand];
                const float rejects = -point * mass_met(other_hands, hand, hands, offers, state.copies);
                if (a.measures) {
                    value += greater(accepts, rejects);
                } else {
                    const float share = first_of_two(numbers[hand].load(), numbers[other_count + hand].load()), mean = share * accepts + (1.f - share) * rejects;
                    value += mean;
                    learn(numbers[hand], (accepts - mean) * here.scale, a.discount, chance.at(hand));
                    learn(numbers[other_count + hand], (rejects - mean) * here.scale, a.discount, chance.at(other_count + hand));
                }
            }
            out[hand] = value;
        }
    }
}
