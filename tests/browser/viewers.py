"""Measures what viewers cost the players: 14 clients play rounds of Challenge while 200 viewers poll the pages.

    python3 tests/browser/viewers.py target/release/cardsharp

Times with and without viewers take turns in one run. The figure is the 99th percentile of the longest wait for an answer
in a game, which the server measures for each player, with viewers and without.
"""

import asyncio
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

CLIENTS = 14
VIEWERS = 200
# A page asks for itself again after this many seconds, as view.js does.
EVERY = 2.0
PHASE = 20
PHASES = 6
PATHS = ["/journals/0/", "/journals/0/games"]


async def poll(host, port, path, until, sizes):
    """Fetches a page again and again, and adds what came to `sizes`."""
    while time.time() < until:
        began = time.time()
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        answer = await reader.read()
        writer.close()
        if not answer.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(answer[:200])
        sizes.append(len(answer))
        await asyncio.sleep(max(0.0, EVERY - (time.time() - began)))


async def watch(host, port, until, sizes):
    async def late(number):
        # Not all at once.
        await asyncio.sleep(EVERY * number / VIEWERS)
        await poll(host, port, PATHS[number % len(PATHS)], until, sizes)

    await asyncio.gather(*(late(number) for number in range(VIEWERS)))


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]


def main():
    binary = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [binary, "serve", "challenge", "--port", "0", "--test-port", "0", "--pages", "0", "--data", "."],
            cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
        )
        clients = []
        try:
            pages = contest = None
            while not (pages and contest):
                line = server.stderr.readline()
                pages = pages or re.search(r"pages on http://([\d.]+):(\d+)/", line)
                contest = contest or re.search(r"contest on [\d.]+:(\d+)", line)
            # The rest of the log is read, or the server would wait for a full pipe.
            subprocess.Popen(["cat"], stdin=server.stderr, stdout=subprocess.DEVNULL)
            for number in range(CLIENTS):
                clients.append(subprocess.Popen(
                    [binary, "play", "challenge", "--quiet", "--agent", "greedy-challenge", "--host", "127.0.0.1",
                     "--port", contest[1], "--from", f"127.0.0.{number + 2}"],
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                ))
            time.sleep(3)
            # Readers sit at other machines: their own work goes behind what is measured here.
            os.nice(19)
            phases = []
            for number in range(PHASES):
                began, sizes = time.time(), []
                watched = number % 2 == 1
                if watched:
                    asyncio.run(watch(pages[1], int(pages[2]), began + PHASE, sizes))
                else:
                    time.sleep(PHASE)
                phases.append((began, time.time(), watched, len(sizes)))
        finally:
            for process in [*clients, server]:
                process.kill()
                process.wait()
        waits = {True: [], False: []}
        for line in (pathlib.Path(folder) / "challenge-games.jsonl").read_text().splitlines():
            game = json.loads(line)
            for began, ended, watched, _ in phases:
                # The journal has whole seconds: those at the ends of a phase belong to neither.
                if "slowest_ms" in game and began + 1 < game["finished_at"] < ended - 1:
                    waits[watched] += game["slowest_ms"]
    report = {}
    for watched, name in [(False, "alone"), (True, "watched")]:
        report[name] = {
            "games": len(waits[watched]) // 2,
            "pages": sum(pages for *_, seen, pages in phases if seen == watched),
            "p50_ms": round(percentile(waits[watched], 0.5), 3),
            "p99_ms": round(percentile(waits[watched], 0.99), 3),
        }
    report["ratio_p99"] = round(report["watched"]["p99_ms"] / report["alone"]["p99_ms"], 3)
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
