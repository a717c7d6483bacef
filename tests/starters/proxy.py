"""Runs a kit through a proxy that cuts its connections: proxy.py EVERY CUTS HOST PORT | URL [WORDS ...]

`./run` of the current folder is started with the address of the proxy in place of the server's, and with the other words.
Of what the server sends, each piece with a number that EVERY divides is lost with its connection, CUTS times.
"""

import signal
import socket
import subprocess
import sys
import threading
import time
from urllib.parse import urlsplit


class Proxy:
    def __init__(self, server, every, cuts):
        self.server, self.every, self.cuts = server, every, cuts
        self.pieces = self.cut = 0
        self.cut_at = None
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            if self.cut_at is not None:
                print(f"proxy: back after {time.monotonic() - self.cut_at:.1f} s", flush=True)
                self.cut_at = None
            try:
                server = socket.create_connection(self.server)
            except OSError:
                client.close()
                continue
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self.pump, args=(client, server, False), daemon=True).start()
            threading.Thread(target=self.pump, args=(server, client, True), daemon=True).start()

    def is_lost(self):
        with self.lock:
            self.pieces += 1
            lost = self.cut < self.cuts and self.pieces % self.every == 0
            if lost:
                self.cut += 1
                self.cut_at = time.monotonic()
                print(f"proxy: cut {self.cut}", flush=True)
            return lost

    def pump(self, source, sink, from_server):
        try:
            while True:
                piece = source.recv(65536)
                if not piece or (from_server and self.is_lost()):
                    break
                sink.sendall(piece)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def main():
    every, cuts = int(sys.argv[1]), int(sys.argv[2])
    first, *rest = sys.argv[3:]
    if first.startswith("http:"):
        address = urlsplit(first)
        proxy = Proxy((address.hostname, address.port), every, cuts)
        words = [f"http://127.0.0.1:{proxy.port}", *rest]
    else:
        proxy = Proxy((first, int(rest[0])), every, cuts)
        words = ["127.0.0.1", str(proxy.port)]
    kit = subprocess.Popen(["./run", *words])
    signal.signal(signal.SIGTERM, lambda *_: kit.terminate())
    sys.exit(kit.wait())


if __name__ == "__main__":
    main()
