# -------------------------------------------------------------------------------------------------
# The conversation with the server


class Player:
    """Somebody who plays, with what is remembered from one connection to the next."""

    def __init__(self, table, games, seed):
        self.table, self.games, self.over = table, games, 0
        self.tracker = Tracker(table.hand_size)
        self.random = random.Random(seed)
        # Whether the server has said who we are on this connection.
        self.greeted = False

    def decide(self, request):
        """A move. Whatever happens, it is a legal one."""
        sight = self.tracker.request(request)
        if request["remaining"] >= TOO_LATE:
            try:
                choices, _ = self.table.choices(sight)
            except LookupError:
                # An odd server's position; the table has no place for it.
                choices = []
            if choices:
                return draw(choices, self.random.random())
        return rule_of_thumb(sight)

    def take(self, message):
        """The answer to a message, if one is due."""
        kind = message.get("type")
        if kind == "request":
            game, known = message["state"]["game_id"], self.tracker.game_id
            self.over += int(known is not None and known != game)
            move = self.decide(message)
            self.tracker.answered(message, move)
            response = {"type": move[0]}
            if move[0] == PLAY:
                response["card"] = move[1]
            return {"type": "move", "request_id": message["request_id"], "response": response}
        if kind == "result":
            known = self.tracker.game_id is not None
            self.over += int(known and message["result"]["type"] == "game_won")
            self.tracker.result(message)
        return None

    def is_done(self):
        return self.games is not None and self.over >= self.games

    def converse(self, connection):
        """Plays on a connection until it ends."""
        self.tracker.lose_sight()
        while not self.is_done():
            message = receive(connection)
            if message is None:
                break
            if message.get("type") == "greetings_program":
                self.greeted = True
            if message.get("type") == "error" and not self.greeted:
                raise SystemExit("the server refused us: %s" % message.get("message"))
            try:
                answer = self.take(message)
            except (LookupError, TypeError) as error:
                print("a message makes no sense: %r" % error, file=sys.stderr)
                continue
            if answer is not None:
                body = json.dumps(answer, separators=(",", ":")).encode("ascii")
                # In one write: some servers take what comes apart for two messages.
                connection.sendall(struct.pack(">I", len(body)) + body)

    def play(self, host, port):
        """Plays until the games are over, and comes back when the connection is lost."""
        failures = 0
        while not self.is_done():
            self.greeted = False
            try:
                with socket.create_connection((host, port), timeout=10) as connection:
                    connection.settimeout(None)
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
                    self.converse(connection)
            except (OSError, ValueError) as error:
                print("the connection is gone: %s" % error, file=sys.stderr)
            failures = 0 if self.greeted else failures + 1
            if failures >= ATTEMPTS:
                raise SystemExit("gave up after %d attempts to connect" % failures)
            if not self.is_done():
                time.sleep(RECONNECT_WAIT)


def receive(connection):
    """The next message: four bytes of length, the highest first, and JSON. None at the end."""
    header = receive_bytes(connection, 4)
    if header is None:
        return None
    (length,) = struct.unpack(">I", header)
    if length > MAX_FRAME:
        raise OSError("a message of %d bytes was announced" % length)
    body = receive_bytes(connection, length)
    return None if body is None else json.loads(body.decode("utf-8"))


def receive_bytes(connection, count):
    received = b""
    while len(received) < count:
        piece = connection.recv(count - len(received))
        if not piece:
            return None
        received += piece
    return received


def tell_probabilities(table):
    """Answers messages on standard input with what the table says."""
    tracker, request = Tracker(table.hand_size), None
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "request":
            request = message
            choices, source = table.choices(tracker.request(request))
            told = {"source": source, "choices": choices}
            if "draw" in message and choices:
                told["drawn"] = draw(choices, message["draw"])
            print(json.dumps(told), flush=True)
        elif kind == "result":
            tracker.result(message)
        elif kind == "lost":
            tracker.lose_sight()
        elif kind == "answered":
            tracker.answered(request, (message["response"]["type"], message["response"].get("card")))


def main():
    parser = argparse.ArgumentParser(description="Plays Challenge from the table in this file.")
    parser.add_argument("--host", default="127.0.0.1", help="the server's address")
    parser.add_argument("--port", type=int, default=7777, help="the server's port")
    parser.add_argument("--games", type=int, help="stop after so many games")
    parser.add_argument("--seed", type=int, help="for moves that can be repeated")
    parser.add_argument("--probabilities", action="store_true", help="answer standard input")
    arguments = parser.parse_args()
    # Before anybody's clock runs.
    table = Table(json.loads(unpacked(HEADER)), unpacked(CELLS))
    if arguments.probabilities:
        tell_probabilities(table)
    else:
        Player(table, arguments.games, arguments.seed).play(arguments.host, arguments.port)


def unpacked(text):
    return zlib.decompress(base64.b64decode(text))


# -------------------------------------------------------------------------------------------------
# The table: base64 of what zlib has compressed

HEADER = """
@HEADER@
"""

CELLS = """
@CELLS@
"""

if __name__ == "__main__":
    main()
