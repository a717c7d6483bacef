// The update of the player who leads the endgame.
#pragma once
#include "endgame.cuh"

template <bool OPEN, bool AVERAGES>
template <bool BEST>
DEVICE void Endgame<OPEN, AVERAGES>::write_leader_strategy() {
    FOR_EACH(slot, SLOTS) {
        const int step = slot / RANKS, y = slot % RANKS, z = above(y, step);
        if (!is_slot(step, y)) {
            offer_share[slot] = 0.f;
            continue;
        }
        const bool is_pair = step == 0;
        const float first = is_pair ? 1.f : two<BEST>(places.leader_card + slot, SLOTS);
        staked_share[y * RANKS + z] = first;
        if (!is_pair) staked_share[z * RANKS + y] = 1.f - first;
        if (!OPEN) {
            offer_share[slot] = 1.f;
            continue;
        }
        float shares[3];
        move<BEST>(places.first_move + slot, SLOTS, is_pair, shares);
        offer_share[slot] = shares[0];
        quiet_share[y * RANKS + z] = shares[1];
        if (!is_pair) quiet_share[z * RANKS + y] = shares[2];
    }
    if (OPEN) FOR_EACH(i, PAIRS) answer_share[i] = two<BEST>(places.raised_answer + i, PAIRS);
    BARRIER();
}

// Writes F's reach by card kept, card led and card played, after acceptance: of L's challenge, or of F's (`raised`).
template <bool OPEN, bool AVERAGES>
template <bool BEST>
DEVICE void Endgame<OPEN, AVERAGES>::write_replies(bool raised) {
    const int base = raised ? places.raised_reply : places.reply;
    FOR_EACH(i, PAIRS) {
        const int x = i / RANKS, y = i % RANKS;
        for (int step = 0; step < STEPS; ++step) {
            if (!is_slot(step, y)) continue;
            const int z = above(y, step), slot = step * RANKS + y;
            float reach = follower_range[y * RANKS + z];
            if (raised) {
                float shares[3];
                move<BEST>(places.second_move + step * PAIRS + i, STEPS * PAIRS, step == 0, shares);
                reach *= shares[0];
            } else if (OPEN) {
                reach *= accept_share[slot];
            }
            if (step == 0) {
                kept[y * PAIRS + i] = reach;
                continue;
            }
            const int lower = y < z ? y : z, higher = y < z ? z : y;
            const ForcedCard card = forced_card(d, x, lower, higher);
            float share = card == PLAYS_LOWER ? 1.f : 0.f;
            if (card == CHOOSES) share = two<BEST>(base + reply_place(slot, lower, x), replies);
            kept[higher * PAIRS + x * RANKS + lower] = reach * share;
            kept[lower * PAIRS + x * RANKS + higher] = reach * (1.f - share);
        }
    }
    BARRIER();
}

// The same where nobody challenges.
template <bool OPEN, bool AVERAGES> template <bool BEST> DEVICE void Endgame<OPEN, AVERAGES>::write_quiet_replies() {
    FOR_EACH(i, PAIRS) {
        const int x = i / RANKS, y = i % RANKS;
        for (int step = 0; step < STEPS; ++step) {
            if (!is_slot(step, y)) continue;
            const int z = above(y, step);
            const float reach = follower_range[y * RANKS + z];
            float shares[3];
            move<BEST>(places.second_move + step * PAIRS + i, STEPS * PAIRS, step == 0, shares);
            kept[z * PAIRS + x * RANKS + y] = reach * shares[1];
            if (step > 0) kept[y * PAIRS + x * RANKS + z] = reach * shares[2];
        }
    }
    BARRIER();
}

// Writes the values of L's cards (led, kept) against `kept`, and the masses that they meet: those of the range that
// rejects, or those of `kept`. QUIET: only what the first trick decides has a value, that of the point.
//
// The sum over F's hands {y, kept} runs over the card kept first: for each card led and card kept by F the sums over
// y go to `partial`, one for each result of the last trick; then the hands that hold L's own card are corrected.
template <bool OPEN, bool AVERAGES>
template <typename Endgame<OPEN, AVERAGES>::Mass MASS, bool QUIET>
DEVICE void Endgame<OPEN, AVERAGES>::evaluate_leader(float *values, float *masses) {
    float utility[3][3];
    for (int first = 0; first < 3; ++first)
        for (int last = 0; last < 3; ++last) utility[first][last] = QUIET ? decided_utility(first - 1) : staked[first * 3 + last];
    FOR_EACH(i, PAIRS) {
        const int x = i / RANKS, keeps = i % RANKS;
        float lost = 0.f, tied = 0.f, won = 0.f, mass = 0.f;
        const float left = copies_after(x, keeps);
        UNROLL
        for (int y = 0; y < RANKS; ++y) {
            const float ways = copies_after(x, y) * (left - (y == keeps ? 1.f : 0.f)), reach = kept[keeps * PAIRS + x * RANKS + y] * ways;
            won += y < x ? reach : 0.f;
            tied += y == x ? reach : 0.f;
            lost += y > x ? reach : 0.f;
            if (MASS == REJECTING_MASS) mass += rejecting_range[y * RANKS + keeps] * ways;
        }
        for (int last = 0; last < 3; ++last)
            partial[last * PAIRS + i] = lost * utility[0][last] + tied * utility[1][last] + won * utility[2][last];
        if (MASS == KEPT_MASS) mass = lost + tied + won;
        if (MASS != NO_MASS) partial[3 * PAIRS + i] = mass;
    }
    BARRIER();
    FOR_EACH(i, PAIRS) {
        const int x = i / RANKS, keeps = i % RANKS, first = sign_of(x - keeps) + 1;
        const float left = copies_after(x, keeps);
        const float lost = first == 0 ? utility[0][0] : first == 1 ? utility[1][0] : utility[2][0];
        const float tied = first == 0 ? utility[0][1] : first == 1 ? utility[1][1] : utility[2][1];
        const float won = first == 0 ? utility[0][2] : first == 1 ? utility[1][2] : utility[2][2];
        float sum = 0.f, shared = 0.f, mass = 0.f, shared_mass = 0.f;
        UNROLL
        for (int y = 0; y < RANKS; ++y) {
            const int last = sign_of(keeps - y) + 1;
            const float ways = left * (copies_after(x, y) - (y == keeps ? 1.f : 0.f)), reach = kept[y * PAIRS + x * RANKS + keeps] * ways;
            sum += partial[last * PAIRS + x * RANKS + y];
            shared += reach * (last == 0 ? lost : last == 1 ? tied : won);
            if (MASS == NO_MASS) continue;
            mass += partial[3 * PAIRS + x * RANKS + y];
            shared_mass += MASS == REJECTING_MASS ? rejecting_range[keeps * RANKS + y] * ways : reach;
        }
        values[i] = copies[x] * (left * sum - shared - partial[PAIRS + i]);
        if (MASS != NO_MASS) masses[i] = copies[x] * (left * mass - shared_mass - partial[3 * PAIRS + i]);
    }
    BARRIER();
}

// One update of L against F's present strategy. Adds `share` of the values to `leader_values`.
template <bool OPEN, bool AVERAGES>
template <bool BEST>
DEVICE void Endgame<OPEN, AVERAGES>::update_leader(float share) {
    if (OPEN) {
        FOR_EACH(slot, SLOTS) {
            const int step = slot / RANKS, y = slot % RANKS, z = above(y, step);
            accept_share[slot] = 0.f;
            if (!is_slot(step, y)) continue;
            accept_share[slot] = two<BEST>(places.answer + slot, SLOTS);
            // Both orders of the hand stand in the table; either is summed up.
            const float reach = follower_range[y * RANKS + z] * (1.f - accept_share[slot]) * (step == 0 ? 1.f : 0.5f);
            rejecting_range[y * RANKS + z] = rejecting_range[z * RANKS + y] = reach;
        }
        BARRIER();
        write_replies<BEST>(true);
        evaluate_leader<KEPT_MASS, false>(raised_value, raised_mass);
    }
    write_replies<BEST>(false);
    evaluate_leader<OPEN ? REJECTING_MASS : NO_MASS, false>(staked_value, rejected_mass);
    if (OPEN) {
        FOR_EACH(i, PAIRS) quiet_reach[i] = BEST ? 0.f : leader_range[i] * quiet_share[i];
        write_quiet_replies<BEST>();
        if (d != 0) {
            evaluate_leader<NO_MASS, true>(quiet_value, quiet_value);
        } else {
            FOR_EACH(i, PAIRS) quiet_value[i] = 0.f;
            BARRIER();
        }
        play_last_tricks<BEST, true>();
        FOR_EACH(i, PAIRS) {
            const int x = i / RANKS, keeps = i % RANKS;
            float value = quiet_value[i];
            for (int y = 0; y < RANKS; ++y) value += kept[keeps * PAIRS + x * RANKS + y];
            const float rejecting = point_lost * raised_mass[i];
            led_value[i] = value + learn_two<BEST>(places.raised_answer + i, PAIRS, raised_value[i], rejecting, quiet_reach[i]);
        }
        BARRIER();
    }
    FOR_EACH(slot, SLOTS) {
        const int step = slot / RANKS, y = slot % RANKS, z = above(y, step);
        if (!is_slot(step, y)) continue;
        const int one = y * RANKS + z, other = z * RANKS + y;
        const float reach = leader_range[one];
        float value = staked_value[one];
        if (step > 0) value = learn_two<BEST>(places.leader_card + slot, SLOTS, value, staked_value[other], reach * offer_share[slot]);
        if (OPEN) {
            const float values[3] = {value + point_won * rejected_mass[one], led_value[one], led_value[other]};
            value = learn_move<BEST>(places.first_move + slot, SLOTS, step == 0, values, reach);
        }
        current_values[slot] = value;
        leader_values[slot] += share * value;
    }
    BARRIER();
}
