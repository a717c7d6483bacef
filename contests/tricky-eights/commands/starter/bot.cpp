// A contestant of Tricky Eights, which plays legal cards at random.
//
// harness.hpp speaks with the judge, and keeps the global variable GAME: your hand, the pool, the table, the tricks and
// the scores. Standard output is for the judge: write what you like to see to standard error.
#include <cstdlib>
#include <ctime>

#include "harness.hpp"

static Card OneOf(const Cards &cards) { return cards.at(std::rand() % cards.size()); }

// YOUR STRATEGY: the six functions of the contest's document. Each has 4 seconds.

void StartGame() { std::srand(static_cast<unsigned>(std::time(nullptr))); }

void StartRound() {}

Card TakeCard(const Cards &legal) { return OneOf(legal); }

void EndTakes() {}

Card PlayCard(const Cards &legal) { return OneOf(legal); }

void EndRound() {}
