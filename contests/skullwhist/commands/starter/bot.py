"""A player of SkullWhist: bot.py [URL [NAME [PASSWORD_FILE]]]. It plays legal cards at random until it is stopped."""

import http.client
import json
import random
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

# Seconds between two looks at a game in which it is the opponent's turn, and before a new attempt after a fault.
PAUSE = 0.2
RECONNECT_WAIT = 1


# YOUR STRATEGY: the next two functions. A card is a text: a letter of CDHS and two digits, such as "S13".
def choose_bid(hand):
    """The number of tricks, 1 to 13, that this hand will take."""
    return random.randint(1, 13)


def choose_card(legal, hand, status):
    """One of the cards `legal`. README.md lists the fields of `status`."""
    return random.choice(legal)


def legal_cards(hand, led):
    of_suit = [card for card in hand if led and card[0] == led[0]]
    return of_suit or hand


class Player:
    def __init__(self, url, name, password):
        self.url, self.name, self.password = urlsplit(url), name, password
        self.session = self.id = self.game = self.tried = None
        self.hand, self.has_bid = [], False

    def call(self, method, **keys):
        """The answer of a method, an object whose `result` is success, retry or failure."""
        secure = self.url.scheme == "https"
        make = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        connection = make(self.url.netloc, timeout=60)
        try:
            path = f"{self.url.path.rstrip('/')}/api/{method}/"
            connection.request("POST", path, json.dumps(keys), {"Content-Type": "application/json"})
            return json.loads(connection.getresponse().read())
        finally:
            connection.close()

    def in_session(self, method, **keys):
        return self.call(method, session=self.session, **keys)

    def log_in(self):
        account = {"name": self.name, "password": self.password}
        answer = self.call("login", **account)
        if answer["result"] != "success":
            self.call("register", **account)
            answer = self.call("login", **account)
        if answer["result"] != "success":
            raise OSError(f"no login: {answer.get('reason')}")
        self.session, self.id = answer["session"], answer["id"]

    def report(self):
        old = self.in_session("old-game", game=self.game)
        if old["result"] == "success":
            own, other = ("1", "2") if old["bot1"] == self.id else ("2", "1")
            print(f"game {self.game}: {old['score' + own]} to {old['score' + other]} points", flush=True)

    def step(self):
        """One look at the server, and what is due there."""
        if self.session is None:
            # A login forfeits a game that goes on, so it is for a lost session only.
            self.log_in()
        status = self.in_session("status")
        if status["result"] != "success":
            self.session = None
        elif status["game"] is None or status["game"] != self.game:
            if self.game is not None:
                self.report()
                self.game = None
            # Waits up to 30 seconds for an opponent. Before the bid it gives the same game again.
            dealt = self.in_session("new-game")
            if dealt["result"] == "success":
                self.game, self.hand, self.has_bid = dealt["game"], dealt["cards"], False
        elif not self.has_bid:
            self.in_session("bid", bid=choose_bid(self.hand))
            self.has_bid = True
        elif status["your-turn"] and not self.waits_for_bid(status):
            self.play(status)
        else:
            time.sleep(PAUSE)

    def waits_for_bid(self, status):
        leads = status["round"] == 1 and status["opponent-current-card"] is None
        return leads and not status["opponent-bid"]

    def play(self, status):
        if len(self.hand) > 14 - status["round"] and self.tried in self.hand:
            # The answer to this card was lost, not the card.
            self.hand.remove(self.tried)
        led = status["opponent-current-card"]
        self.tried = choose_card(legal_cards(self.hand, led), self.hand, status)
        answer = self.in_session("play", card=self.tried)
        if answer["result"] == "success":
            self.hand.remove(self.tried)
        else:
            print("refused:", answer.get("reason"), file=sys.stderr)
            time.sleep(PAUSE)


def main():
    given = sys.argv[1:] + ["http://127.0.0.1:8013", "starter", "password.txt"][len(sys.argv) - 1 :]
    player = Player(given[0], given[1], Path(given[2]).read_text().strip())
    while True:
        try:
            player.step()
        except (OSError, http.client.HTTPException, json.JSONDecodeError) as fault:
            print(f"{fault}; next attempt in {RECONNECT_WAIT} s", file=sys.stderr)
            time.sleep(RECONNECT_WAIT)


main()
