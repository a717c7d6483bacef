"""A player of Dead Man's Draw: bot.py [URL [USER [PASSWORD_FILE [TAG]]]]. It plays at random until it is stopped."""

import base64
import http.client
import json
import random
import sys
import time
from pathlib import Path
from urllib.parse import quote, urlsplit

# Seconds before a new attempt after a fault.
RECONNECT_WAIT = 1


# YOUR STRATEGY: the next two functions. A card is an object such as {"suit": "Kraken", "value": 4}.
def choose_move(legal, match, seat):
    """"Draw" or "EndTurn", as far as `legal` has it. README.md lists the fields of `match`."""
    return random.choice(legal)


def choose_card(effect, cards, match, seat):
    """One of `cards`, which answers the effect "Hook", "Cannon", "Sword" or "Map"."""
    return random.choice(cards)


def tops(bank):
    return [{"suit": suit, "value": max(values)} for suit, values in bank.items() if values]


def action_in(match):
    """The action of the player whose turn it is."""
    state, seat = match["state"], match["activePlayerIndex"]
    own, other = state["banks"][seat], state["banks"][1 - seat]
    pending = state.get("pendingEffect") or {}
    effect = pending.get("effectType")
    cards = {
        "Hook": tops(own),
        "Cannon": tops(other),
        "Sword": [card for card in tops(other) if not own.get(card["suit"])],
        "Map": pending.get("cards"),
    }.get(effect)
    if cards:
        card = choose_card(effect, cards, match, seat)
        return {"etype": "ResponseToEffect", "effect": {"effectType": effect, "card": card}}
    # A Kraken wants a draw. An Oracle shows pending["cards"][0], the next card, and leaves the choice.
    may_end = state["playArea"] and effect != "Kraken"
    return {"etype": choose_move(["Draw", "EndTurn"] if may_end else ["Draw"], match, seat)}


class Arena:
    def __init__(self, url, user, password):
        self.url, self.user = urlsplit(url), user
        login = base64.b64encode(f"{user}:{password}".encode()).decode()
        self.headers = {"Authorization": f"Basic {login}", "Content-Type": "application/json"}

    def ask(self, verb, path, body=None):
        """The status of the answer, and its JSON."""
        secure = self.url.scheme == "https"
        make = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        connection = make(self.url.netloc, timeout=60)
        try:
            text = None if body is None else json.dumps(body)
            connection.request(verb, self.url.path.rstrip("/") + path, text, self.headers)
            answer = connection.getresponse()
            text = answer.read()
            if answer.status not in (200, 409, 410):
                raise OSError(f"{verb} {path}: status {answer.status}: {text.decode(errors='replace')}")
            return answer.status, json.loads(text)
        finally:
            connection.close()

    def play(self, match_id):
        """Plays a match to its end."""
        path = f"/api/matches/{match_id}"
        while True:
            # Waits up to 30 seconds for one's turn; 409 means not yet. It also shows what a lost answer did.
            status, match = self.ask("GET", path + "?waitactive=true")
            if status == 410:
                winner = match["state"].get("winnerIdx")
                outcome = "tie" if winner is None else "won" if match["playerids"][winner] == self.user else "lost"
                print(f"match {match_id}: {outcome}", flush=True)
                return
            if status == 200:
                self.ask("POST", path, action_in(match))

    def wait(self, tag):
        """Waits for a match in which it is one's turn, and plays it."""
        of_tag = f"&tags={quote(tag)}" if tag else ""
        _, matches = self.ask("GET", "/api/matches?active=true&wait=true" + of_tag)
        for match in matches:
            if self.user in match["playerids"]:
                return self.play(match["_id"])


def main():
    defaults = ["http://127.0.0.1:8080", "636438380ee778617e6e5be8", "password.txt", ""]
    url, user, password_file, tag = (sys.argv[1:] + defaults[len(sys.argv) - 1 :])[:4]
    arena = Arena(url, user, Path(password_file).read_text().strip())
    while True:
        try:
            arena.wait(tag)
        except (OSError, http.client.HTTPException, json.JSONDecodeError) as fault:
            print(f"{fault}; next attempt in {RECONNECT_WAIT} s", file=sys.stderr)
            time.sleep(RECONNECT_WAIT)


main()
