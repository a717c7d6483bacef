"""A contestant of Tricky Eights, which plays legal cards at random.

The judge's commands come on standard input, and the cards go to standard output. Write what you like to see to standard
error. A card is a text such as "d5" or "ht": a suit of c, s, d, h and a face of 2 to 9, t, j, q, k, a.
"""

import random
import sys

FACES = "23456789tjqka"


class Game:
    """The knowledge of the contestant. The six functions read it."""

    scores = dict.fromkeys("nesw", 0)  # of the finished rounds of this game
    me = ""  # the own seat: n, e, s or w
    hand, pool = [], []  # the own cards, and those that can still be taken
    table = []  # (seat, card) of the turn under way, the leader first
    taken = []  # (seat, card) of all takes of the round
    tricks = []  # the finished tricks of the round, each like `table`


# YOUR STRATEGY: the six functions of the contest's document. Each has 4 seconds.
def start_game(game):
    pass


def start_round(game):
    pass


def take_card(game, legal):
    return random.choice(legal)


def end_takes(game):
    pass


def play_card(game, legal):
    return random.choice(legal)


def end_round(game):
    pass


def winner_of(trick):
    suit = trick[0][1][0]
    return max((FACES.index(card[1]), seat) for seat, card in trick if card[0] == suit)[1]


def add_points(game):
    for number, trick in enumerate(game.tricks):
        eights = sum(card[1] == "8" for _, card in trick)
        game.scores[winner_of(trick)] += (3 if number in (0, 12) else 1) + 2 * eights


def is_over(scores):
    first, second = sorted(scores.values())[:-3:-1]
    return first >= 300 and first > second


def answer(card):
    print(card, flush=True)


def obey(game, command, words):
    pairs = list(zip(words[::2], words[1::2]))
    if command == "starthand":
        is_new = not game.me or is_over(game.scores)
        game.me, game.hand, game.pool = words[0], words[1:11], words[11:23]
        game.table, game.taken, game.tricks = [], [], []
        if is_new:
            game.scores = dict.fromkeys("nesw", 0)
            start_game(game)
        start_round(game)
    elif command == "take":
        game.table = pairs
        already = [card for _, card in pairs]
        answer(take_card(game, [card for card in game.pool if card not in already]))
    elif command == "aftertake":
        game.taken += pairs
        game.hand += [card for seat, card in pairs if seat == game.me]
        game.pool = [card for card in game.pool if card not in words]
        if not game.pool:
            end_takes(game)
    elif command == "play":
        game.table = pairs
        of_suit = [card for card in game.hand if pairs and card[0] == pairs[0][1][0]]
        answer(play_card(game, of_suit or game.hand))
    elif command in ("result", "resultoftrick"):
        game.tricks.append(pairs)
        game.hand = [card for card in game.hand if card not in words]
    elif command in ("endround", "end"):
        add_points(game)
        end_round(game)


def main():
    game = Game()
    for line in sys.stdin:
        if line.strip():
            command, *words = line.split()
            obey(game, command, words)


main()
