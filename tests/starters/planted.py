"""Faults to plant in the kits of Python, which `cardsharp check` must find.

By contest: a name, the text of bot.py that is replaced, its replacement, and the steps of which one must find it.
"""

FAULTS = {
    "challenge": [
        (
            "one recv is taken as all bytes",
            "        part = connection.recv(length - len(data))\n",
            "        return connection.recv(length - len(data))\n",
            {"frames in pieces"},
        ),
        (
            "what arrived with a message is dropped",
            '    (length,) = struct.unpack(">I", read(connection, 4))\n    return json.loads(read(connection, length))',
            '    data = connection.recv(65536)\n    return json.loads(data[4 : 4 + struct.unpack(">I", data[:4])[0]])',
            {"frames together", "frames in pieces"},
        ),
        ("lengths are read little-endian", 'struct.unpack(">I"', 'struct.unpack("<I"', {"two games"}),
        ("lengths are sent little-endian", 'struct.pack(">I"', 'struct.pack("<I"', {"two games"}),
        (
            "the first request alone is answered",
            "        send(connection, move)\n",
            '        if message["request_id"] == 1:\n            send(connection, move)\n',
            {"two games"},
        ),
        (
            "unknown keys are refused",
            '    if message["type"] == "request":\n',
            '    assert set(message) <= {"type", "request", "request_id", "remaining", "state", "result", "your_player_num",'
            ' "team_id"}\n    if message["type"] == "request":\n',
            {"unknown keys"},
        ),
        ("it reconnects at once", "RECONNECT_WAIT = 10", "RECONNECT_WAIT = 0.1", {"reconnect rule"}),
        ("it reconnects after 3 s", "RECONNECT_WAIT = 10", "RECONNECT_WAIT = 3", {"reconnect rule"}),
        (
            "it never reconnects",
            "            time.sleep(RECONNECT_WAIT)\n",
            "            sys.exit(1)\n",
            {"reconnect rule"},
        ),
        ("an unknown card is played", "return random.choice(moves)", "return 14", {"two games"}),
        ("a card is sent as text", '"card": move}', '"card": str(move)}', {"two games"}),
        ("a challenge is offered at any time", 'if state["can_challenge"]:', "if True:", {"two games"}),
        ("the request_id is not repeated", '"request_id": message["request_id"]', '"request_id": 1', {"two games"}),
        (
            "the answer to an offer looks at the highest card",
            "return random.choice([True, False])",
            'return max(state["hand"]) > 9',
            {"offer to an empty hand"},
        ),
        (
            "an error ends the bot",
            '            print("refused:", result.get("reason"), file=sys.stderr)\n',
            "            sys.exit(1)\n",
            {"illegal answers"},
        ),
        (
            "the end of a game ends the bot",
            '            print("game won" if',
            '            sys.exit("game won" if',
            {"two games"},
        ),
        ("each move takes 0.3 s", "    moves = list(", "    time.sleep(0.3)\n    moves = list(", {"two games"}),
        (
            "a silent server is left",
            "socket.create_connection((host, port))",
            "socket.create_connection((host, port), timeout=4)",
            {"slow server"},
        ),
        (
            "it speaks first",
            "                while True:\n                    answer(",
            '                send(connection, {"type": "hello"})\n                while True:\n                    answer(',
            {"connection"},
        ),
        (
            "a result without a request before it is an error",
            '        if result["type"] == "game_won":\n',
            '        assert result["type"] != "error" or "out of time" not in result["reason"]\n'
            '        if result["type"] == "game_won":\n',
            {"clock at its end"},
        ),
    ],
    "skullwhist": [
        ("the slash at the end is missing", '/api/{method}/"', '/api/{method}"', {"login"}),
        ("the login is sent as a form", "json.dumps(keys)", '"&".join(f"{k}={v}" for k, v in keys.items())', {"login"}),
        ("an unknown card is played", "return random.choice(legal)", 'return "S14"', {"two games"}),
        ("suit is not followed", "    return of_suit or hand\n", "    return hand\n", {"two games"}),
        ("a card is sent without its zero", "card=self.tried", 'card=self.tried.replace("0", "")', {"two games"}),
        ("the bid is out of range", "return random.randint(1, 13)", "return 0", {"two games"}),
        ("no bid is sent", 'self.in_session("bid", bid=choose_bid(self.hand))', "pass", {"two games", "lost answers"}),
        (
            "one recv is taken as the whole answer",
            "getresponse().read()",
            "getresponse().read1()",
            {"answers in pieces"},
        ),
        (
            "unknown keys are refused",
            "            return json.loads(connection.getresponse().read())\n",
            "            answer = json.loads(connection.getresponse().read())\n"
            '            assert "result" in answer and "addedLater" not in answer\n            return answer\n',
            {"unknown keys"},
        ),
        ("a request may take 5 s", "timeout=60", "timeout=5", {"long wait for a game"}),
        (
            "retry is taken as the end",
            '            if dealt["result"] == "success":\n',
            '            if dealt["result"] == "retry":\n                sys.exit(1)\n'
            '            if dealt["result"] == "success":\n',
            {"no opponent"},
        ),
        (
            "a lost answer ends the bot",
            "            time.sleep(RECONNECT_WAIT)\n",
            "            sys.exit(1)\n",
            {"lost answers"},
        ),
        (
            "a lost answer is followed by a login",
            "            time.sleep(RECONNECT_WAIT)\n",
            "            time.sleep(RECONNECT_WAIT)\n            player.session = None\n",
            {"lost answers"},
        ),
        (
            "a lost session ends the bot",
            "            self.session = None\n        elif",
            "            sys.exit(1)\n        elif",
            {"session at its end"},
        ),
        (
            "one game alone is played",
            "                self.report()\n",
            "                self.report()\n                sys.exit()\n",
            {"two games", "clock at its end"},
        ),
        (
            "a game without its last round is not left",
            '        elif status["game"] is None or status["game"] != self.game:\n',
            '        elif status["game"] is None and self.game is not None and len(self.hand) > 1:\n'
            "            time.sleep(PAUSE)\n"
            '        elif status["game"] is None or status["game"] != self.game:\n',
            {"clock at its end"},
        ),
        (
            "it plays when it is not its turn",
            'elif status["your-turn"] and not self.waits_for_bid(status):',
            "elif True:",
            {"two games"},
        ),
    ],
    "dead-mans-draw": [
        ("the login is not encoded", 'f"Basic {login}"', 'f"Basic {user}:{password}"', {"login"}),
        ("the list is asked for at /matches", '"/api/matches?active', '"/matches?active', {"login"}),
        ("an unknown action is sent", "return random.choice(legal)", 'return "Dig"', {"login"}),
        (
            "a turn ends before the Kraken's draws",
            ' and effect != "Kraken"',
            "",
            {"login", "two matches", "every effect"},
        ),
        (
            "a Map is answered by a card of its own",
            '"Map": pending.get("cards")',
            '"Map": tops(own)',
            {"login", "two matches", "every effect"},
        ),
        ("a Sword takes any suit", 'if not own.get(card["suit"])', "", {"login", "two matches", "every effect"}),
        (
            "a Hook takes of the other bank",
            '"Hook": tops(own)',
            '"Hook": tops(other)',
            {"login", "two matches", "every effect"},
        ),
        ("effects are not answered", "    if cards:\n", "    if False:\n", {"login", "two matches", "every effect"}),
        (
            "one recv is taken as the whole answer",
            "text = answer.read()",
            "text = answer.read1()",
            {"answers in pieces"},
        ),
        (
            "unknown keys are refused",
            "            return answer.status, json.loads(text)\n",
            '            assert b"addedLater" not in text\n            return answer.status, json.loads(text)\n',
            {"unknown keys"},
        ),
        ("a request may take 5 s", "timeout=60", "timeout=5", {"long wait for a turn"}),
        (
            "an empty list is an error",
            "        for match in matches:\n",
            "        matches[0]\n        for match in matches:\n",
            {"wait without a match"},
        ),
        (
            "409 ends the bot",
            "            if status == 200:\n",
            "            assert status != 409\n            if status == 200:\n",
            {"two matches", "wait without a match"},
        ),
        ("it asks without a wait", '"?waitactive=true"', '""', {"two matches", "wait without a match"}),
        (
            "410 is not the end of a match",
            "            if status == 410:\n",
            "            if status == 411:\n",
            {"two matches", "every effect", "match at its end"},
        ),
        (
            "one match alone is played",
            "            arena.wait(tag)\n",
            "            arena.wait(tag)\n            sys.exit()\n",
            {"login", "two matches", "every effect"},
        ),
        (
            "a lost answer ends the bot",
            "            time.sleep(RECONNECT_WAIT)\n",
            "            sys.exit(1)\n",
            {"lost answers"},
        ),
        (
            "410 after an action ends the bot",
            '                self.ask("POST", path, action_in(match))\n',
            '                if self.ask("POST", path, action_in(match))[0] == 410:\n                    sys.exit(1)\n',
            {"match at its end"},
        ),
        (
            "a move takes 11 s",
            "    return random.choice(cards)\n",
            "    time.sleep(11)\n    return random.choice(cards)\n",
            {"two matches", "every effect"},
        ),
        (
            "the answer to an action must be its own events",
            '                self.ask("POST", path, action_in(match))\n',
            '                done = self.ask("POST", path, action_in(match))\n'
            '                assert done[0] != 200 or done[1][-1]["eventType"] == "Draw" or "Comment" not in str(done)\n',
            {"late move"},
        ),
    ],
    "tricky-eights": [
        ("an unknown card is answered", "def answer(card):\n", 'def answer(card):\n    card = "d1"\n', {"first card"}),
        ("cards are not flushed", "print(card, flush=True)", "print(card)", {"first card"}),
        (
            "suit is not followed",
            "answer(play_card(game, of_suit or game.hand))",
            "answer(play_card(game, game.hand))",
            {"first card", "two games"},
        ),
        (
            "a card is taken again",
            "[card for card in game.pool if card not in already]",
            "game.pool",
            {"first card", "two games"},
        ),
        (
            "a note goes to standard output",
            "def end_takes(game):\n    pass",
            'def end_takes(game):\n    print("takes", game.hand, flush=True)',
            {"first card"},
        ),
        (
            "a read is taken as a line",
            "    for line in sys.stdin:\n",
            '    import os\n    for line in iter(lambda: os.read(0, 4096).decode(), ""):\n',
            {"first card", "lines in pieces", "lines together"},
        ),
        ("result has one word alone", 'in ("result", "resultoftrick")', '== "result"', {"other words"}),
        (
            "an unknown word is an error",
            '    elif command in ("endround", "end"):\n',
            '    elif command == "end":\n        sys.exit(1)\n    elif command in ("endround", "end"):\n',
            {"other words"},
        ),
        (
            "an empty line ends the bot",
            "        if line.strip():\n",
            "        if not line.strip():\n            break\n        else:\n",
            {"empty lines"},
        ),
        ("lines are split at one blank", "line.split()", 'line.rstrip("\\n").split(" ")', {"empty lines"}),
        (
            "one round alone is played",
            "        end_round(game)\n",
            "        end_round(game)\n        sys.exit()\n",
            {"two games"},
        ),
        (
            "the second game is not begun",
            "            start_game(game)\n",
            "            start_game(game)\n            assert not hasattr(game, 'is_old')\n            game.is_old = True\n",
            {"two games"},
        ),
        (
            "the bot goes on after the end of input",
            "            obey(game, command, words)\n",
            "            obey(game, command, words)\n    while True:\n        pass\n",
            {"end of input"},
        ),
        (
            "the end of input is an error",
            "            obey(game, command, words)\n",
            "            obey(game, command, words)\n    raise EOFError\n",
            {"end of input"},
        ),
        (
            "a card takes 5 s",
            "def play_card(game, legal):\n",
            "def play_card(game, legal):\n    import time\n    time.sleep(5)\n",
            {"first card"},
        ),
        (
            "a silent judge is left",
            "    for line in sys.stdin:\n",
            "    import select\n    def lines():\n        while select.select([0], [], [], 3)[0]:\n"
            '            line = b""\n            while not line.endswith(b"\\n"):\n'
            "                import os\n                byte = os.read(0, 1)\n                if not byte: return\n"
            "                line += byte\n            yield line.decode()\n    for line in lines():\n",
            {"slow judge"},
        ),
        (
            "the network is used",
            "def start_game(game):\n    pass",
            "def start_game(game):\n    import socket\n    try:\n        socket.create_connection(('127.0.0.1', 9))\n"
            "    except OSError:\n        pass",
            {"confined game"},
        ),
        (
            "a file is written",
            "def end_round(game):\n    pass",
            'def end_round(game):\n    open("log.txt", "a").write("round")',
            {"confined game"},
        ),
        (
            "much memory is taken",
            "def end_takes(game):\n    pass",
            "def end_takes(game):\n    game.kept = [bytes([1]) * (1 << 20) for _ in range(200)]",
            {"confined game"},
        ),
    ],
}
