"""Opens the pages of `cardsharp serve dead-mans-draw` in Chromium: matches.py BINARY FOLDER

The server runs, two clients play a match, and its page is followed to the end without a reload. The result is compared
with the interface and with the journal. Screenshots go to FOLDER.
"""

import base64
import json
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

from check import browser, fits, no_errors, wait_until
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

FIRST, SECOND = "636438380ee778617e6e5be8", "636438380ee778617e6e5be9"


class Server:
    """`cardsharp serve dead-mans-draw`."""

    def __init__(self, binary, folder):
        words = [binary, "serve", "dead-mans-draw", "--port", "0", "--data", str(folder)]
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if "arena is on " in line:
                self.url = line.split("arena is on ")[1].split(",")[0]
                break
        # The rest is read too, or the server would wait for a reader.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def __enter__(self):
        return self.url

    def __exit__(self, *_):
        self.process.terminate()
        assert self.process.wait(timeout=20) == 0


def ask(url, path, body=None):
    """A request of the admin."""
    request = urllib.request.Request(url + path, data=body and json.dumps(body).encode())
    request.add_header("Authorization", "Basic " + base64.b64encode(b"admin:adminpass").decode())
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def play(binary, folder, url, match):
    """Two clients that take some time for their moves."""
    password = folder / "password"
    password.write_text("playerpass\n")
    policy = Path(__file__).parents[2] / "data/dead_mans_draw/arena.policy"
    words = [binary, "play", "dead-mans-draw", "--url", url, "--password-file", str(password), "--match", match,
             "--agent", f"look-ahead:policy={policy},time=150", "--quiet"]
    return [
        subprocess.Popen([*words, "--user", user], stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        for user in (FIRST, SECOND)
    ]


def follow(driver, url, match, players):
    """Follows the match from the list to its end; returns the number of different states that were seen."""
    driver.get(f"{url}/matches?tag=browser")
    # The list follows, too: a row that was found may be gone a moment later.
    rows = driver.execute_script("return [...document.querySelectorAll('#matches tbody tr')].map((row) => row.innerText)")
    assert len(rows) == 1 and "turn" in rows[0] and match in rows[0], rows
    driver.execute_script("document.querySelector('#matches tbody a').click()")
    wait_until(driver, 30, lambda it: it.current_url.endswith(match) and it.find_elements(By.ID, "now"))
    driver.execute_script("window.kept = true")
    seen = set()

    def over(it):
        # Between two looks the part may be replaced.
        now, shown = it.execute_script(
            "return [document.getElementById('now').textContent, document.getElementById('count').textContent]")
        seen.add((now, shown))
        return now.startswith("Over")

    WebDriverWait(driver, 180, poll_frequency=0.2).until(over)
    assert driver.execute_script("return window.kept"), "the page was loaded again"
    for player in players:
        assert player.wait(timeout=30) == 0
    return len(seen)


def check(binary, folder):
    data = folder / "data"
    with Server(binary, data) as url:
        match = ask(url, "/api/matches", {"playerids": [FIRST, SECOND], "tags": ["browser"]})["id"]
        driver = browser(folder / "profile", dark=False)
        players = play(binary, folder, url, match)
        seen = follow(driver, url, match, players)
        assert seen >= 4, f"only {seen} states were seen"
        whole = ask(url, f"/api/matches/{match}?showevents=1")
        [end] = [event for move in whole["moves"] for event in move["events"] if event["eventType"] == "MatchEnded"]
        one, other = end["matchEndedScores"]
        scores = [sum(max(values) for values in bank.values() if values) for bank in whole["state"]["banks"]]
        assert scores == [one, other]
        now = driver.find_element(By.ID, "now").text
        assert f"{one} : {other}" in now, now
        winner = end["matchEndedWinnerIdx"]
        assert winner is None or f"{['first', 'second'][winner]} has won" in now, now
        # The reader stood at the last frame, and still does.
        caption = driver.find_element(By.ID, "caption")
        assert f"{one} to {other}" in caption.text, caption.text
        frames = int(driver.find_element(By.ID, "count").text.split(" of ")[1])
        events = [event for move in whole["moves"] for event in move["events"]]
        assert frames == len(events), (frames, len(events))
        lines = [json.loads(line) for line in (data / "dead-mans-draw-matches.jsonl").read_text().splitlines()]
        done = [line for line in lines if line["kind"] == "done" and line["match"] == match]
        assert len(done) == whole["moveCount"] - 1
        body = driver.find_element(By.TAG_NAME, "body")
        body.send_keys(Keys.HOME)
        assert driver.find_element(By.ID, "count").text == f"1 of {frames}"
        body.send_keys(Keys.ARROW_RIGHT)
        assert driver.find_element(By.ID, "count").text == f"2 of {frames}"
        body.send_keys(Keys.END)
        driver.save_screenshot(str(folder / "match.png"))
        # A reader who opens it later sees the same, from the beginning.
        driver.get(f"{url}/matches/{match}")
        assert driver.find_element(By.ID, "count").text == f"1 of {frames}"
        assert f"{one} : {other}" in driver.find_element(By.ID, "now").text
        for width in (400, 1200):
            driver.set_window_size(width, 900)
            for path in ("/matches", f"/matches/{match}", "/ranking"):
                driver.get(url + path)
                fits(driver)
                name = path.strip("/").replace("/", "-")[:12]
                driver.save_screenshot(str(folder / f"{name}-{width}.png"))
        no_errors(driver)
        # A player logs in.
        driver.get(url.replace("http://", f"http://{FIRST}:playerpass@") + "/login")
        # The address of the redirection has the login, too, which Chromium does not use there.
        driver.get(f"{url}/matches")
        assert "first" in driver.find_element(By.TAG_NAME, "nav").text
        driver.quit()
        driver = browser(folder / "profile-dark", dark=True)
        driver.get(f"{url}/matches/{match}")
        driver.find_element(By.ID, "last").click()
        driver.save_screenshot(str(folder / "match-dark.png"))
        no_errors(driver)
        driver.quit()


def main():
    binary, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    check(str(binary), folder)
    print(f"a match followed in {time.monotonic() - began:.0f} s; screenshots in {folder}")


if __name__ == "__main__":
    main()
