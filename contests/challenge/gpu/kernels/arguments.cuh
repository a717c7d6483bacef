// What a kernel is given. The structures are those of `arguments.rs`, field by field.
#pragma once
#include "number.cuh"

const int LARGEST_HAND = 5;
const int PLAYERS = 2;

// All hands of one size.
struct Hands {
    // [hand][LARGEST_HAND]: the distinct ranks of a hand, and the hands that are left without one card of them.
    const int *ranks, *left;
    // The number of distinct ranks.
    const int *distinct;
    // The copies of each rank, four bits each.
    const Bits *copies;
    // One byte a card: its rank, and in the upper half the number of equal cards before it.
    const Bits *cards;
    // One over the number of orders in which equal cards can be drawn.
    const float *shape;
    // The number of hands, and of their cards.
    int count, size;
};

// The public states after a number of plays in which the challenge stands in one way. `first` is the state of the
// first vector: hand vectors are kept for a part of the states only.
struct Level {
    int plays;
    // 1 if a challenge is possible.
    int open;
    // The cards of the player to move, and of the other.
    int own_cards, other_cards;
    // The length of a hand vector.
    int stride;
    // The factor of stored regrets.
    float scale;
    Index first;
    // The numbers of a state.
    Index numbers;
    Number *regrets, *averages, *answer_regrets, *answer_averages;
    float *reach[PLAYERS], *values[PLAYERS];
    // The reach of the player to move with a challenge.
    float *offers;
};

// The endgames below the leaves of the trunk, and the average values of the leaves.
struct Leaves {
    Number *regrets;
    // The place of a state's endgame, in units of ENDGAME_UNIT numbers: with an open challenge, and with an accepted
    // one. 2^32 units are 128 GiB of 16 bits.
    const unsigned *open_places, *accepted_places;
    Index accepted_base, accepted_class;
    // [class][state that is not decided][player][hand]
    Number *average_values;
    const unsigned *undecided;
    Index undecided_count;
    // Lists of states to work on, by the difference in tricks, and their lengths.
    unsigned *lists[4];
    unsigned *lengths;
};

struct Arguments {
    // By size.
    Hands hands[LARGEST_HAND + 1];
    // The place of a hand of two cards in a table of ordered pairs.
    const int *pair_of_hand;
    Level here, next, accepted;
    Leaves leaves;
    // What the leader of the hand gets for the game won, the game lost, the point won and the point lost. A tie is 0.
    float game_won, game_lost, point_won, point_lost;
    Discount discount;
    // The factor of values in endgames.
    float leaf_scale;
    // Leaves that the opponent reaches with no more than this are bounded and not re-solved.
    float bound;
    // The part of a range that re-solving takes for granted.
    float trust;
    // The iterations of re-solving.
    int iterations;
    // The player who learns; or both players' best responses to the averages.
    int learner, measures;
    unsigned salt;
    // The class of the level: 0 if a challenge is possible, 1 + k if one was accepted before play k.
    int challenge_class;
    // The first state of the launch, their number, and the number of blocks of one state.
    Index first_state, states;
    int parts;
    // The difference in tricks of the list to work on.
    int difference;
    // The factor of stored averages, which are used as shares only.
    float average_scale;
    // Copies of each rank in the pack.
    int copies;
};
