// The last trick after quiet play, for each pair of cards played in the trick before: x by L, y by F. Every player has
// one card, so a hand vector has an entry for each rank.
//
// At level the numbers are, for each card and in pairs of two actions: 0, 1 the leader challenges or leads; 2, 3 the
// follower accepts or rejects; 4, 5 the leader with this card on the table likewise; 6, 7 the follower challenges over
// this card with a losing card, or follows.
#pragma once
#include "endgame.cuh"

enum LevelDecision { OFFERS = 0, ANSWERS = 2, CALLS = 4, BLUFFS = 6 };

// Values of the player who leads the last trick. `theirs` may be the same storage as `out`, as in all four.
template <bool OPEN, bool AVERAGES>
template <bool BEST>
DEVICE void Endgame<OPEN, AVERAGES>::last_leader(int x, int y, int pair, const LevelStakes &stakes, Cards theirs, Cards out, Cards own, float weight) {
    const int stride = RANKS * levels;
    float all = 0.f, accepting = 0.f;
    for (int b = 0; b < RANKS; ++b) {
        const float reach = theirs.at(b) * copies_after(x, y, b);
        all += reach;
        accepting += reach * two<BEST>(level_place(ANSWERS, b, pair), stride);
    }
    float lower = 0.f, lower_accepting = 0.f;
    for (int a = 0; a < RANKS; ++a) {
        const float left = copies_after(x, y, a), reach = theirs.at(a) * left;
        const float accepts = two<BEST>(level_place(ANSWERS, a, pair), stride), bluffs = two<BEST>(level_place(BLUFFS, a, pair), stride);
        const float equal = theirs.at(a) * (left - 1.f), higher = all - lower - reach;
        const float higher_accepting = accepting - lower_accepting - reach * accepts;
        const float rejecting = lower + equal + higher - lower_accepting - equal * accepts - higher_accepting;
        const float offered = stakes.game_won * lower_accepting + stakes.game_lost * higher_accepting + stakes.point_won * rejecting;
        const float bluffing = bluffs * lower;
        const float called = stakes.game_won * bluffing + stakes.game_lost * higher;
        const float folded = stakes.point_lost * (higher + equal + bluffing);
        float reach_here = 0.f, offers = 0.f;
        if (AVERAGES && !BEST) {
            reach_here = own.at(a);
            offers = two<BEST>(level_place(OFFERS, a, pair), stride);
        }
        const float answered = learn_two<BEST>(level_place(CALLS, a, pair), stride, called, folded, reach_here * (1.f - offers));
        const float led = stakes.point_won * (lower - bluffing) + answered;
        const float value = learn_two<BEST>(level_place(OFFERS, a, pair), stride, offered, led, reach_here);
        lower += reach;
        lower_accepting += reach * accepts;
        out.at(a) = value * left * weight;
    }
}

// Values of the player who follows.
template <bool OPEN, bool AVERAGES>
template <bool BEST>
DEVICE void Endgame<OPEN, AVERAGES>::last_follower(int x, int y, int pair, const LevelStakes &stakes, Cards theirs, Cards out, Cards own, float weight) {
    const int stride = RANKS * levels;
    float offering = 0.f, losing = 0.f, own_lower = 0.f;
    for (int a = 0; a < RANKS; ++a) {
        const float left = copies_after(x, y, a), reach = theirs.at(a) * left;
        const float offers = two<BEST>(level_place(OFFERS, a, pair), stride), calls = two<BEST>(level_place(CALLS, a, pair), stride);
        const float leading = reach * (1.f - offers);
        const float bluff = leading * (stakes.point_won * (1.f - calls) + stakes.game_lost * calls);
        const float value = learn_two<BEST>(level_place(BLUFFS, a, pair), stride, bluff, leading * stakes.point_lost, own_lower);
        if (AVERAGES && !BEST) own_lower += own.at(a) * left;
        offering += reach * offers;
        by_slot[a * levels + pair] = value;
        losing += value;
    }
    float lower_offering = 0.f, won = 0.f;
    for (int b = 0; b < RANKS; ++b) {
        const float left = copies_after(x, y, b), theirs_here = theirs.at(b), reach = theirs_here * left;
        const float offers = two<BEST>(level_place(OFFERS, b, pair), stride), calls = two<BEST>(level_place(CALLS, b, pair), stride);
        const float equal_offering = theirs_here * offers * (left - 1.f), higher_offering = offering - lower_offering - reach * offers;
        const float accepted = stakes.game_won * lower_offering + stakes.game_lost * higher_offering;
        const float rejected = stakes.point_lost * (lower_offering + equal_offering + higher_offering);
        const float own_reach = AVERAGES && !BEST ? own.at(b) : 0.f;
        const float answered = learn_two<BEST>(level_place(ANSWERS, b, pair), stride, accepted, rejected, own_reach);
        losing -= by_slot[b * levels + pair];
        const float tied = theirs_here * (1.f - offers) * (left - 1.f) * (1.f - calls) * stakes.point_won;
        const float value = answered + won + tied + losing;
        won += reach * (1.f - offers) * (calls * stakes.game_won + (1.f - calls) * stakes.point_won);
        lower_offering += reach * offers;
        out.at(b) = value * left * weight;
    }
}

// Values of the player who is one trick behind, and answers the challenge of the other. `game` and `point` are what
// the player ahead wins.
template <bool OPEN, bool AVERAGES>
template <bool BEST>
DEVICE void Endgame<OPEN, AVERAGES>::last_behind(int x, int y, int pair, float game, float point, Cards theirs, Cards out, Cards own, float weight) {
    float all = 0.f, lower = 0.f;
    for (int a = 0; a < RANKS; ++a) all += theirs.at(a) * copies_after(x, y, a);
    for (int b = 0; b < RANKS; ++b) {
        const float left = copies_after(x, y, b), reach = theirs.at(b), own_reach = AVERAGES && !BEST ? own.at(b) : 0.f;
        const float value = learn_two<BEST>(behind_place(b, pair), RANKS * behinds, -game * (all - lower - reach), -point * (all - reach), own_reach);
        lower += reach * left;
        out.at(b) = value * left * weight;
    }
}

// Values of the player who is one trick ahead, and challenges.
template <bool OPEN, bool AVERAGES>
template <bool BEST>
DEVICE void Endgame<OPEN, AVERAGES>::last_ahead(int x, int y, int pair, float game, float point, Cards theirs, Cards out, float weight) {
    float rejecting = 0.f, beaten = 0.f;
    for (int b = 0; b < RANKS; ++b)
        rejecting += theirs.at(b) * copies_after(x, y, b) * (1.f - two<BEST>(behind_place(b, pair), RANKS * behinds));
    for (int a = 0; a < RANKS; ++a) {
        const float left = copies_after(x, y, a), reach = theirs.at(a), accepts = two<BEST>(behind_place(a, pair), RANKS * behinds);
        beaten += reach * left * accepts;
        const float value = game * beaten + point * rejecting - reach * (accepts * game + (1.f - accepts) * point);
        out.at(a) = value * left * weight;
    }
}

// Writes the values of all last tricks for L (LEADER) or for F over `kept`.
template <bool OPEN, bool AVERAGES>
template <bool BEST, bool LEADER>
DEVICE void Endgame<OPEN, AVERAGES>::play_last_tricks() {
    const int halves = SLOTS - RANKS;
    const int count = d == 0 ? PAIRS : d == 2 || d == -2 ? halves : SLOTS;
    FOR_EACH(i, count) {
        // The trick before, and the difference of L after it. Pairs are numbered as `level_pairs` and `behind_pairs` count.
        int x, y, pair, after;
        if (d == 0) {
            x = i / RANKS;
            y = i % RANKS;
            pair = x == y ? x : i;
            after = sign_of(x - y);
        } else if (i < halves) {
            const int step = 1 + i / RANKS, one = i % RANKS, other = above(one, step);
            if (!is_slot(step, one)) continue;
            const int lower = one < other ? one : other, higher = one < other ? other : one;
            x = d > 0 ? lower : higher;
            y = d > 0 ? higher : lower;
            pair = i;
            after = d > 0 ? d - 1 : d + 1;
        } else {
            x = y = pair = i - halves;
            after = d;
        }
        const Cards table = {kept + x * RANKS + y, PAIRS}, quiet = {quiet_reach + x * RANKS, 1};
        const Cards theirs = LEADER ? table : quiet, own = LEADER ? quiet : table;
        const float weight = copies[x] * copies_after(x, y);
        if (after == 0) {
            // F leads the last trick if F took the one before.
            const bool by_leader = d <= 0;
            const LevelStakes of_leader = {game_won, game_lost, point_won, point_lost};
            const LevelStakes of_follower = {-game_lost, -game_won, -point_lost, -point_won};
            const LevelStakes stakes = LEADER ? of_leader : of_follower;
            if (by_leader == LEADER) last_leader<BEST>(x, y, pair, stakes, theirs, table, own, weight);
            else last_follower<BEST>(x, y, pair, stakes, theirs, table, own, weight);
        } else {
            const float game = after > 0 ? game_won : -game_lost, point = after > 0 ? point_won : -point_lost;
            if ((after > 0) == LEADER) last_ahead<BEST>(x, y, pair, game, point, theirs, table, weight);
            else last_behind<BEST>(x, y, pair, game, point, theirs, table, own, weight);
        }
    }
    // What the first trick has decided has no last trick.
    if (LEADER) FOR_EACH(i, PAIRS) {
        if (!is_decided(sign_of(i / RANKS - i % RANKS))) continue;
        for (int k = 0; k < RANKS; ++k) kept[k * PAIRS + i] = 0.f;
    }
    BARRIER();
}
