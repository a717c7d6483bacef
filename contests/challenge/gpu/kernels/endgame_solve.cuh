// The iterations of an endgame: one update of a stored one, safe re-solving, and best responses.
#pragma once
#include "endgame_follower.cuh"
#include "endgame_leader.cuh"
#include "last_trick.cuh"

// One update of one side. `leader_values` or `follower_values` are those of this update.
template <bool OPEN, bool AVERAGES> DEVICE void Endgame<OPEN, AVERAGES>::update_once(bool leader) {
    FOR_EACH(slot, SLOTS) leader_values[slot] = follower_values[slot] = 0.f;
    BARRIER();
    write_leader_strategy<false>();
    if (leader) update_leader<false>(1.f);
    else update_follower<false>(1.f);
}

// The gadget of safe re-solving (Burch, Johanson & Bowling 2014): the opponent of the player whose strategy is wanted
// enters with a hand, or takes the value that it is offered. A part of the range is taken for granted.
template <bool OPEN, bool AVERAGES> DEVICE void Endgame<OPEN, AVERAGES>::enter_or_leave(float *range) {
    FOR_EACH(slot, SLOTS) {
        const int step = slot / RANKS, y = slot % RANKS, z = above(y, step);
        if (!is_slot(step, y)) continue;
        float enters = gadget_regrets[slot], leaves = gadget_regrets[SLOTS + slot];
        const float share = first_of_two(enters, leaves), value = share * current_values[slot] + (1.f - share) * alternative[slot];
        enters *= enters > 0.f ? discount.positive : discount.negative;
        leaves *= leaves > 0.f ? discount.positive : discount.negative;
        gadget_regrets[slot] = enters += current_values[slot] - value;
        gadget_regrets[SLOTS + slot] = leaves += alternative[slot] - value;
        range[y * RANKS + z] = range[z * RANKS + y] = granted_range[slot] + free_range[slot] * first_of_two(enters, leaves);
    }
    BARRIER();
}

// Solves from nothing by discounted CFR with the exponents 3/2, 0 and 2. The gadget stands before the player
// `protected_side`: 0 is L.
template <bool OPEN, bool AVERAGES> DEVICE void Endgame<OPEN, AVERAGES>::solve(int iterations, int protected_side) {
    const unsigned salt = chance.salt;
    // If L is two tricks ahead or behind after acceptance, F's reply is forced: L alone decides.
    const bool alone = !OPEN && (d == 2 || d == -2);
    const int last = alone && iterations > 2 ? 2 : iterations;
    for (int t = 1; t <= last; ++t) {
        const float power = (float)t * sqrtf((float)t), part = (float)t / (float)iterations;
        discount.positive = power / (power + 1.f);
        discount.negative = 0.5f;
        // L's first strategy is uniform, and no answer to anything.
        weight = alone && t == 1 && last > 1 ? 0.f : part * part;
        chance.salt = mixed(salt + (unsigned)t);
        write_leader_strategy<false>();
        update_leader<false>(0.f);
        if (protected_side == 0) enter_or_leave(leader_range);
        write_leader_strategy<false>();
        update_follower<false>(0.f);
        if (protected_side == 1) enter_or_leave(follower_range);
    }
    chance.salt = salt;
}

// Best responses of one side to the averages of the other.
template <bool OPEN, bool AVERAGES> DEVICE void Endgame<OPEN, AVERAGES>::respond(bool leader) {
    FOR_EACH(slot, SLOTS) leader_values[slot] = follower_values[slot] = 0.f;
    BARRIER();
    write_leader_strategy<true>();
    if (leader) update_leader<true>(1.f);
    else update_follower<true>(1.f);
}
