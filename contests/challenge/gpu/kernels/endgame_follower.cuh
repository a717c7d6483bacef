// The update of the player who follows in the endgame.
#pragma once
#include "endgame.cuh"

// F's value of playing `played` and keeping `keeps`, against L's `reach` by card kept and its prefix sums. The utilities
// are those of a trick won, tied and lost by F in the end; L's own cards are never those of F.
template <bool OPEN, bool AVERAGES>
DEVICE float Endgame<OPEN, AVERAGES>::follower_value(int led, int played, int keeps, const float *reach, const float *prefix) const {
    const float *utility = staked + 3 * sign_of(led - played) + 3;
    const float played_left = copies_after(led, played), kept_left = copies_after(led, keeps);
    const float ways = played_left * (kept_left - (played == keeps ? 1.f : 0.f));
    float value = ways * (utility[0] * prefix[keeps] + utility[1] * reach[keeps] + utility[2] * (prefix[RANKS] - prefix[keeps + 1]));
    if (played == keeps) {
        value -= 2.f * (played_left - 1.f) * reach[played] * utility[1];
    } else {
        value -= kept_left * reach[played] * utility[1 + sign_of(played - keeps)] + played_left * reach[keeps] * utility[1];
    }
    return -value;
}

// The mass of L's hands that F's hand meets.
template <bool OPEN, bool AVERAGES>
DEVICE float Endgame<OPEN, AVERAGES>::follower_mass(int led, int played, int keeps, const float *reach, float total) const {
    const float played_left = copies_after(led, played), kept_left = copies_after(led, keeps);
    if (played == keeps) return played_left * (played_left - 1.f) * total - 2.f * (played_left - 1.f) * reach[played];
    return played_left * kept_left * total - kept_left * reach[played] - played_left * reach[keeps];
}

template <bool OPEN, bool AVERAGES>
DEVICE float Endgame<OPEN, AVERAGES>::quiet_follower_value(int led, int played, int keeps) const {
    const int first = sign_of(led - played);
    if (!is_decided(first)) return kept[keeps * PAIRS + led * RANKS + played];
    const float *reach = partial + 2 * PAIRS + led * RANKS;
    return -decided_utility(first) * follower_mass(led, played, keeps, reach, quiet_total[led]);
}

// The value of F's reply with the hand of `slot` after an accepted challenge, whose numbers begin at `place`.
template <bool OPEN, bool AVERAGES>
template <bool BEST>
DEVICE float Endgame<OPEN, AVERAGES>::reply_value(int place, int led, int slot, const float *reach, const float *prefix, float own) {
    const int step = slot / RANKS, y = slot % RANKS, z = above(y, step), lower = y < z ? y : z, higher = y < z ? z : y;
    const ForcedCard card = step == 0 ? PLAYS_LOWER : forced_card(d, led, lower, higher);
    if (card == PLAYS_LOWER) return follower_value(led, lower, higher, reach, prefix);
    const float with_higher = follower_value(led, higher, lower, reach, prefix);
    if (card == PLAYS_HIGHER) return with_higher;
    const float with_lower = follower_value(led, lower, higher, reach, prefix);
    return learn_two<BEST>(place + reply_place(slot, lower, led), replies, with_lower, with_higher, own);
}

// Writes L's reach by card led and kept, times the copies of both cards, and the sums that F's values are made of.
template <bool OPEN, bool AVERAGES> template <bool BEST> DEVICE void Endgame<OPEN, AVERAGES>::write_leader_reach() {
    FOR_EACH(i, PAIRS) {
        const int x = i / RANKS, keeps = i % RANKS, slot = slot_of(x, keeps);
        const float ways = copies[x] * copies_after(x, keeps);
        float reach = leader_range[i] * staked_share[i];
        if (OPEN) {
            reach *= offer_share[slot];
            const float quiet = leader_range[i] * quiet_share[i];
            quiet_reach[i] = quiet;
            partial[2 * PAIRS + i] = quiet * ways;
            raised_reach[i] = quiet * answer_share[i] * ways;
            rejected_reach[i] = quiet * (1.f - answer_share[i]) * ways;
            accept_share[slot] = two<BEST>(places.answer + slot, SLOTS);
        }
        staked_reach[i] = reach * ways;
    }
    BARRIER();
    FOR_EACH(i, RANKS * (RANKS + 1)) {
        const int x = i / (RANKS + 1), end = i % (RANKS + 1);
        float sum = 0.f, raised = 0.f;
        for (int k = 0; k < end; ++k) {
            sum += staked_reach[x * RANKS + k];
            if (OPEN) raised += raised_reach[x * RANKS + k];
        }
        staked_prefix[i] = sum;
        raised_prefix[i] = raised;
    }
    if (OPEN) FOR_EACH(x, RANKS) {
        float rejected = 0.f, quiet = 0.f;
        for (int k = 0; k < RANKS; ++k) {
            rejected += rejected_reach[x * RANKS + k];
            quiet += partial[2 * PAIRS + x * RANKS + k];
        }
        rejected_total[x] = rejected;
        quiet_total[x] = quiet;
    }
}

// One update of F against L's present strategy, which `write_leader_strategy` has written. Adds `share` of the values
// to `follower_values`.
template <bool OPEN, bool AVERAGES>
template <bool BEST>
DEVICE void Endgame<OPEN, AVERAGES>::update_follower(float share) {
    write_leader_reach<BEST>();
    if (OPEN) {
        // F's own reach counts in averages only.
        if (AVERAGES && !BEST) write_quiet_replies<BEST>();
        play_last_tricks<BEST, false>();
    }
    BARRIER();
    float *accepted = by_slot, *rejected = by_slot + STEPS * PAIRS, *moved = by_slot + 2 * STEPS * PAIRS;
    FOR_EACH(i, PAIRS) {
        const int x = i / RANKS, y = i % RANKS;
        for (int step = 0; step < STEPS; ++step) {
            if (!is_slot(step, y)) continue;
            const int z = above(y, step), slot = step * RANKS + y, place = places.second_move + step * PAIRS + i;
            const float reach = follower_range[y * RANKS + z];
            const float *prefix = staked_prefix + x * (RANKS + 1), *raised = raised_prefix + x * (RANKS + 1);
            accepted[step * PAIRS + i] = reply_value<BEST>(places.reply, x, slot, staked_reach + x * RANKS, prefix, OPEN ? reach * accept_share[slot] : reach);
            if (!OPEN) continue;
            rejected[step * PAIRS + i] = follower_mass(x, y, z, staked_reach + x * RANKS, prefix[RANKS]);
            float shares[3] = {0.f, 0.f, 0.f};
            if (AVERAGES && !BEST) move<BEST>(place, STEPS * PAIRS, step == 0, shares);
            const float called = reply_value<BEST>(places.raised_reply, x, slot, raised_reach + x * RANKS, raised, reach * shares[0]);
            const float folded = -point_lost * follower_mass(x, y, z, rejected_reach + x * RANKS, rejected_total[x]);
            const float values[3] = {called + folded, quiet_follower_value(x, y, z), quiet_follower_value(x, z, y)};
            moved[step * PAIRS + i] = learn_move<BEST>(place, STEPS * PAIRS, step == 0, values, reach);
        }
    }
    BARRIER();
    FOR_EACH(slot, SLOTS) {
        const int step = slot / RANKS, y = slot % RANKS, z = above(y, step);
        if (!is_slot(step, y)) continue;
        float value = 0.f, mass = 0.f, quiet = 0.f;
        for (int x = 0; x < RANKS; ++x) {
            const int i = step * PAIRS + x * RANKS + y;
            value += accepted[i];
            if (!OPEN) continue;
            mass += rejected[i];
            quiet += moved[i];
        }
        if (OPEN) value = quiet + learn_two<BEST>(places.answer + slot, SLOTS, value, -point_won * mass, follower_range[y * RANKS + z]);
        current_values[slot] = value;
        follower_values[slot] += share * value;
    }
    BARRIER();
}
