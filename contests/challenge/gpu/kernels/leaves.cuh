// The leaves of the trunk: public states before the last two tricks.
#pragma once
#include "endgame_solve.cuh"
#include "trunk.cuh"

// The average values of a player in a leaf. They are values of reaches: a leaf that nobody reaches has 0.
DEVICE Number *average_values(const Arguments &a, Index state, int player) {
    return a.leaves.average_values + ((a.challenge_class * a.leaves.undecided_count + a.leaves.undecided[state]) * PLAYERS + player) * a.here.stride;
}

DEVICE Number *endgame_numbers(const Arguments &a, Index state) {
    const Leaves &leaves = a.leaves;
    const Index place = a.here.open ? (Index)leaves.open_places[state] : leaves.accepted_base + leaves.accepted_class * (a.challenge_class - 1) + leaves.accepted_places[state];
    return leaves.regrets + ENDGAME_UNIT * place;
}

// Sorts the leaves that have to be worked on by the difference in tricks, 3 if the hand is decided. One block of 32
// threads a leaf. The order of a list is that of chance, and nothing depends on it.
KERNEL(sort_leaves, 32, 16) {
    SHARED(shared);
    const Arguments &a = arguments;
    const Index number = a.first_state + BLOCK;
    const Level &here = a.here;
    float reached = 0.f;
    for (int player = 0; player < PLAYERS; ++player)
        if (wants_reach(a, player)) reached += sum(vector_of(here, here.reach[player], number), here.stride, shared);
    const int difference = read_state(a, here.plays, number).difference, size = difference < 0 ? -difference : difference;
    if (reached > 0.f) {
        if (THREAD == 0) a.leaves.lists[size][COUNT_UP(a.leaves.lengths + size)] = (unsigned)BLOCK;
        return;
    }
    for (int player = 0; player < PLAYERS; ++player) {
        float *out = vector_of(here, here.values[player], number);
        FOR_EACH(hand, here.stride) out[hand] = 0.f;
    }
    if (a.measures || size == 3) return;
    Number *means = average_values(a, number, a.learner);
    const Chance chance = chance_of(a, here, number, 4);
    FOR_EACH(hand, here.stride) average(means[hand], 0.f, a.discount.share, chance.at(hand));
}

// The values of leaves where the hand is decided.
KERNEL(finish_decided, 192, 4) {
    const Arguments &a = arguments;
    const Level &here = a.here;
    const Index number = a.first_state + a.leaves.lists[3][BLOCK];
    const State state = read_state(a, here.plays, number);
    const Hands &hands = a.hands[2];
    const float value = utility(a, !here.open, state.difference);
    FOR_EACH(i, PLAYERS * hands.count) {
        const int player = i / hands.count, hand = i % hands.count;
        if (!wants_values(a, player)) continue;
        const float *theirs = vector_of(here, here.reach[1 - player], number);
        vector_of(here, here.values[player], number)[hand] = (player == 0 ? value : -value) * mass_met(hands, hand, hands, theirs, state.copies);
    }
}

// Writes a range of hands of two cards as a table of pairs.
DEVICE void write_range(const Arguments &a, float *table, const float *reach) {
    FOR_EACH(hand, a.hands[2].count) {
        const int pair = a.pair_of_hand[hand], one = pair / RANKS, other = pair % RANKS;
        table[one * RANKS + other] = table[other * RANKS + one] = reach[hand];
    }
}

// One update of the stored endgames of a list, for the player who learns.
template <bool OPEN> DEVICE void update_leaf(const Arguments &a, float *shared) {
    const Level &here = a.here;
    const Index number = a.first_state + a.leaves.lists[a.difference][BLOCK];
    const State state = read_state(a, here.plays, number);
    const int leader = state.lead, player = a.learner;
    Endgame<OPEN, false> endgame;
    endgame.begin(shared, leader == 0 ? state.difference : -state.difference, a, leader, a.leaf_scale);
    endgame.regrets = endgame_numbers(a, number);
    endgame.discount = a.discount;
    endgame.chance = chance_of(a, here, number, 5);
    FOR_EACH(rank, RANKS) endgame.copies[rank] = state.copies_of(rank);
    write_range(a, player == leader ? endgame.follower_range : endgame.leader_range, vector_of(here, here.reach[1 - player], number));
    BARRIER();
    endgame.update_once(player == leader);
    const float *values = player == leader ? endgame.leader_values : endgame.follower_values;
    float *out = vector_of(here, here.values[player], number);
    Number *means = average_values(a, number, player);
    const Chance chance = chance_of(a, here, number, 4);
    FOR_EACH(hand, a.hands[2].count) {
        const int pair = a.pair_of_hand[hand];
        const float value = values[slot_of(pair / RANKS, pair % RANKS)];
        out[hand] = value / a.leaf_scale;
        average(means[hand], value, a.discount.share, chance.at(hand));
    }
}

KERNEL(update_open, 192, 5) {
    SHARED(shared);
    update_leaf<true>(arguments, shared);
}

KERNEL(update_accepted, 192, 5) {
    SHARED(shared);
    update_leaf<false>(arguments, shared);
}

// The average values as values of the leaves.
KERNEL(use_average_values, 192, 4) {
    const Arguments &a = arguments;
    const Index number = a.first_state + BLOCK;
    const int difference = read_state(a, a.here.plays, number).difference;
    if (difference == 3 || difference == -3) return;
    FOR_EACH(i, PLAYERS * a.here.stride) {
        const int player = i / a.here.stride, hand = i % a.here.stride;
        vector_of(a.here, a.here.values[player], number)[hand] = average_values(a, number, player)[hand].load() / a.leaf_scale;
    }
}

// Ranges of endgames that are re-solved have the sum 1, and values of up to half a game times 8^4: with this factor
// sums of them fit in half precision.
const float RESOLVE_SCALE = 1.f / 16.f;

// Re-solves the endgames of a list safely: for either player, the other one's strategy comes from a solve in which
// this player may take the average value of their hand. Writes the values of best responses to these strategies.
template <bool OPEN> DEVICE void resolve_leaf(const Arguments &a, float *shared) {
    const Level &here = a.here;
    const Index number = a.first_state + a.leaves.lists[a.difference][BLOCK];
    const State state = read_state(a, here.plays, number);
    const int leader = state.lead;
    const Hands &hands = a.hands[2];
    Endgame<OPEN, true> endgame;
    endgame.begin(shared, leader == 0 ? state.difference : -state.difference, a, leader, RESOLVE_SCALE);
    endgame.averages = (Number *)(shared + ENDGAME_FLOATS);
    endgame.regrets = endgame.averages + endgame.places.end;
    endgame.chance = chance_of(a, here, number, 6);
    FOR_EACH(rank, RANKS) endgame.copies[rank] = state.copies_of(rank);
    const float shapes = sum(hands.shape, hands.count, shared + ENDGAME_FLOATS);
    for (int side = 0; side < 2; ++side) {
        const int player = side == 0 ? leader : 1 - leader;
        const float *own = vector_of(here, here.reach[player], number), *theirs = vector_of(here, here.reach[1 - player], number);
        const float own_sum = sum(own, hands.count, shared + ENDGAME_FLOATS), their_sum = sum(theirs, hands.count, shared + ENDGAME_FLOATS);
        float *out = vector_of(here, here.values[player], number);
        if (their_sum <= a.bound) {
            // No more than the game can be won.
            const float most = player == 0 ? a.game_won : -a.game_lost;
            FOR_EACH(hand, hands.count) out[hand] = their_sum > 0.f ? most * mass_met(hands, hand, hands, theirs, state.copies) : 0.f;
            BARRIER();
            continue;
        }
        endgame.clear();
        const Number *offered = average_values(a, number, player);
        float *own_range = side == 0 ? endgame.leader_range : endgame.follower_range, *their_range = side == 0 ? endgame.follower_range : endgame.leader_range;
        const float trust = own_sum > 0.f ? a.trust : 0.f;
        FOR_EACH(hand, hands.count) {
            const int pair = a.pair_of_hand[hand], one = pair / RANKS, other = pair % RANKS, slot = slot_of(one, other);
            endgame.granted_range[slot] = own_sum > 0.f ? trust * own[hand] / own_sum : 0.f;
            endgame.free_range[slot] = (1.f - trust) * hands.shape[hand] / shapes;
            endgame.alternative[slot] = offered[hand].load() / a.leaf_scale / their_sum * RESOLVE_SCALE;
            endgame.gadget_regrets[slot] = endgame.gadget_regrets[SLOTS + slot] = 0.f;
            own_range[one * RANKS + other] = own_range[other * RANKS + one] = endgame.granted_range[slot] + 0.5f * endgame.free_range[slot];
            their_range[one * RANKS + other] = their_range[other * RANKS + one] = theirs[hand] / their_sum;
        }
        BARRIER();
        endgame.solve(a.iterations, side);
        endgame.respond(side == 0);
        const float *values = side == 0 ? endgame.leader_values : endgame.follower_values;
        FOR_EACH(hand, hands.count) {
            const int pair = a.pair_of_hand[hand];
            out[hand] = values[slot_of(pair / RANKS, pair % RANKS)] * (their_sum / RESOLVE_SCALE);
        }
        BARRIER();
    }
}

KERNEL(resolve_open, 192, 2) {
    SHARED(shared);
    resolve_leaf<true>(arguments, shared);
}

KERNEL(resolve_accepted, 192, 2) {
    SHARED(shared);
    resolve_leaf<false>(arguments, shared);
}
