#!/usr/bin/env python3
"""Plays Challenge from a table of probabilities that is part of this file.

Written by `cardsharp export challenge --source`. Needs Python 3.8 or later and nothing else: no
other file is read, and nothing is sent but moves.

    python3 bot.py --host HOST --port PORT [--games N] [--seed N]
    python3 bot.py --probabilities < messages

The second form reads messages of the server, one JSON object a line, and writes for every request
one line: where the probabilities come from, and each move with its own. A request may carry a "draw"
from 0 to 1; the move that it leads to is then written too. A line {"type": "answered", "response": ...}
says what the last request was answered with, {"type": "lost"} that the connection was.
"""

import argparse
import base64
import json
import random
import socket
import struct
import sys
import time
import zlib

# With less time on the clock than this, in seconds, no probabilities are looked up.
TOO_LATE = 0.06
# Seconds between two attempts to connect.
RECONNECT_WAIT = 2.0
# Attempts in a row without a greeting before giving up.
ATTEMPTS = 5
# The longest message taken, in bytes.
MAX_FRAME = 1 << 20
# Points that win a game.
POINTS = 10

PLAY, OFFER, ACCEPT, REJECT = "play_card", "offer_challenge", "accept_challenge", "reject_challenge"


# -------------------------------------------------------------------------------------------------
# What is known when a move is due


class Sight:
    """Everything the player to move knows that the table tells apart."""

    def __init__(self, request, memory):
        state = request["state"]
        self.answering = request["request"] == "challenge_offered"
        self.hand = sorted(state["hand"])
        self.table = state.get("card")
        self.own_tricks = state["your_tricks"]
        self.their_tricks = state["their_tricks"]
        self.tricks_over = state["total_tricks"]
        self.can_challenge = state["can_challenge"] and not self.answering
        self.own_points = state["your_points"]
        self.their_points = state["their_points"]
        self.led_hand = memory.led
        self.tricks = list(memory.tricks)
        self.accepted_at = memory.staked_at if state["in_challenge"] else None

    def own_card_on_table(self):
        return self.answering and self.table is not None

    def is_won(self):
        return self.own_tricks > self.their_tricks + self.tricks_left()

    def is_lost(self):
        return self.their_tricks > self.own_tricks + self.tricks_left()

    def tricks_left(self):
        return len(self.hand) + int(self.own_card_on_table())

    def moves(self):
        """The legal moves: cards from lowest to highest, then the challenge; or accept, reject."""
        if self.answering:
            return [(ACCEPT, None), (REJECT, None)]
        cards = [(PLAY, card) for card in sorted(set(self.hand))]
        return cards + [(OFFER, None)] * int(self.can_challenge)

    def certain(self):
        """The move where there is nothing to choose: the hand is decided, or there is but one."""
        moves = self.moves()
        if self.answering and self.is_won():
            return moves[0]
        if self.answering and self.is_lost():
            return moves[1]
        if not self.answering and self.is_won() and self.can_challenge:
            return moves[-1]
        if not self.answering and (self.is_won() or self.is_lost()) or len(moves) == 1:
            return moves[0] if moves else None
        return None


class HandMemory:
    """What has been seen of one hand; nothing rather than a guess where the connection was lost."""

    def __init__(self, hand_id):
        self.hand_id = hand_id
        self.led = None
        self.tricks_over = 0
        # Of each trick that is over: own card, theirs, whether one's own was led.
        self.tricks = []
        self.staked_at = None
        # Own cards at the last request, the one on the table included.
        self.held = []
        # The place of a trick that was played out by its message, and by the own cards may not have been.
        self.unsettled = None
        self.forget_trick()

    def forget_trick(self):
        self.own = self.theirs = self.trick_led = None
        # We were told of an illegal move of ours.
        self.penalized = False

    def look(self, answering, state, unsure):
        on_table = [state["card"]] if answering and state.get("card") is not None else []
        now = state["hand"] + on_table
        self.settle(now, unsure and self.tricks_over != state["total_tricks"])
        self.held = now
        if self.tricks_over != state["total_tricks"]:
            self.tricks_over = state["total_tricks"]
            self.forget_trick()
            del self.tricks[self.tricks_over :]
        card = state.get("card")
        # An offer is answered before one's own lead is, or after it with one's own card lying there; a
        # card is due before anything lies there, or with the opponent's lying there.
        self.trick_led = answering == (card is not None)
        # A penalty would have ended the trick: an error that came before was of another one.
        self.penalized = False
        if self.tricks_over == 0:
            self.led = self.trick_led
        if self.trick_led:
            self.own = self.own if card is None else card
        else:
            self.theirs = card

    def settle(self, now, missed):
        """Finds out by the own cards whether a trick was played or ended by a penalty, which puts the card
        that was led back into its hand."""
        place, self.unsettled = self.unsettled, None
        if place is None:
            return
        own = self.tricks[place][0]
        if own is not None and now.count(own) >= self.held.count(own):
            self.tricks[place] = (None, None, self.tricks[place][2])
        elif missed:
            # A later trick may have taken the card as well.
            del self.tricks[place:]

    def end_trick(self, led, most, settled):
        if self.tricks_over == 0:
            self.led = led
        if self.tricks_over < most:
            if not settled:
                self.unsettled = len(self.tricks)
            self.tricks.append((self.own, self.theirs, led))
            self.tricks_over += 1
        self.forget_trick()


class Tracker:
    """Builds what a player knows from the messages of the server."""

    def __init__(self, hand_size):
        self.hand_size = hand_size
        self.forget()

    def forget(self):
        self.game_id = None
        self.hand = HandMemory(1)
        self.leads_next = None
        self.unsure = False

    def lose_sight(self):
        """The connection was lost: messages may be missed."""
        self.unsure = True

    def request(self, request):
        state = request["state"]
        if self.game_id is not None and self.game_id != state["game_id"]:
            self.forget()
        self.game_id = state["game_id"]
        if self.hand.hand_id != state["hand_id"]:
            self.hand = HandMemory(state["hand_id"])
        unsure, self.unsure = self.unsure, False
        self.hand.look(request["request"] == "challenge_offered", state, unsure)
        return Sight(request, self.hand)

    def answered(self, request, move):
        state = request["state"]
        if move[0] == PLAY:
            self.hand.own = move[1]
        elif move[0] in (OFFER, ACCEPT) and not state["in_challenge"]:
            self.hand.staked_at = (state["total_tricks"], state.get("card") is not None)

    def result(self, message):
        own, result = message["your_player_num"], message["result"]
        kind, by = result["type"], result.get("by")
        if kind == "game_won":
            self.forget()
        elif kind == "hand_done":
            self.leads_next = None if by is None else by == own
            if not self.unsure:
                self.hand = HandMemory(self.hand.hand_id + 1)
        elif self.unsure:
            self.leads_next = None
        elif kind in ("trick_won", "trick_tied"):
            won = None if kind == "trick_tied" else by == own
            self.trick_over(won, result.get("card"))
            self.leads_next = self.led_before if kind == "trick_tied" else by == own
        elif kind == "error":
            self.hand.penalized = True

    def trick_over(self, won, last_card):
        """A trick was won or lost, or tied if `won` is None. A message has a card after a penalty too."""
        hand = self.hand
        led = hand.trick_led
        if led is None:
            # Asked nothing in it: the opponent has been penalised for not leading it.
            led = bool(self.leads_next)
        if led and hand.theirs is None:
            hand.theirs = hand.own if won is None else last_card
        settled = won is None
        if not settled:
            own, theirs = hand.own, hand.theirs
            settled = hand.penalized or own is None
            if not settled and theirs is not None:
                settled = own == theirs or (own > theirs) != won
            if settled:
                # A penalty took the trick, and what lay there went back.
                hand.forget_trick()
        hand.end_trick(led, self.hand_size, settled)
        self.led_before = led


