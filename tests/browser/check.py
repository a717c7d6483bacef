"""Opens the pages of `cardsharp view` in Chromium: check.py BINARY FOLDER

A tournament is played, its pages are opened, a game is replayed to its end by keys and by buttons and compared with
the journal, and a journal is watched while it grows. Screenshots go to FOLDER.
"""

import json
import subprocess
import sys
import time
import zlib
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

OPTIONS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def browser(folder, dark):
    options = webdriver.ChromeOptions()
    for option in OPTIONS + [f"--user-data-dir={folder}"]:
        options.add_argument(option)
    if dark:
        options.add_argument("--force-dark-mode")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.binary_location = "/usr/bin/chromium"
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_window_size(1200, 900)
    return driver


def run(binary, *words):
    subprocess.run([binary, *words, "--quiet"], check=True, stdout=subprocess.DEVNULL)


def games_of(journal):
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    matches, games = [], []
    for line in lines:
        if line["type"] == "match":
            matches.append(line)
        elif line["type"] == "game":
            games.append((matches[-1], line))
    return games


class View:
    """`cardsharp view` of a journal."""

    def __init__(self, binary, path, *options):
        words = [binary, "view", str(path), "--port", "0", "--quiet", *options]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()

    def __enter__(self):
        return self.url

    def __exit__(self, *_):
        self.process.terminate()
        assert self.process.wait(timeout=10) == 0


def no_errors(driver):
    entries = [entry for entry in driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    assert not entries, entries


def fits(driver):
    """The page itself does not scroll sideways."""
    wide = driver.execute_script("return document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0, f"{driver.current_url} is {wide} pixels too wide"


def replay(driver, url, game):
    """Replays a game; returns the last caption and the names of the seats."""
    driver.get(f"{url}journals/0/games/{game}")
    caption = driver.find_element(By.ID, "caption")
    count = driver.find_element(By.ID, "count")
    body = driver.find_element(By.TAG_NAME, "body")
    frames = int(count.text.split(" of ")[1])
    seen = [caption.text]
    for _ in range(frames - 1):
        body.send_keys(Keys.ARROW_RIGHT)
        seen.append(caption.text)
    assert count.text == f"{frames} of {frames}", count.text
    assert len(set(seen)) > frames // 4, seen
    last = caption.text
    body.send_keys(Keys.HOME)
    assert count.text == f"1 of {frames}"
    driver.find_element(By.ID, "last").click()
    assert caption.text == last
    driver.find_element(By.ID, "back").click()
    assert count.text == f"{frames - 1} of {frames}"
    slider = driver.find_element(By.ID, "at")
    slider.send_keys(Keys.END)
    assert caption.text == last
    driver.find_element(By.ID, "play").click()
    WebDriverWait(driver, 10).until(lambda _: count.text.startswith("3 of"))
    driver.find_element(By.ID, "play").click()
    return last


def hands(driver):
    return len(driver.find_elements(By.CSS_SELECTOR, "#table svg .back"))


def check(binary, folder):
    journal = folder / "club.jsonl"
    run(binary, "tournament", "challenge", "random", "greedy", "expert", "--rounds", "2",
        "--journal", str(journal), "--records")
    games = games_of(journal)
    driver = browser(folder / "profile", dark=False)
    policy = Path(__file__).parents[2] / "data/challenge/all-scores.policy"
    with View(binary, journal, "--policy", str(policy)) as url:
        driver.get(url)
        rows = driver.find_elements(By.CSS_SELECTOR, "#standings tbody tr")
        assert len(rows) == 3, rows
        driver.save_screenshot(str(folder / "standings.png"))
        driver.find_element(By.LINK_TEXT, "Games").click()
        assert f"{len(games)} games" in driver.find_element(By.TAG_NAME, "main").text
        Select(driver.find_element(By.NAME, "winner")).select_by_value("random")
        driver.find_element(By.TAG_NAME, "button").click()
        won = sum(match["agents"][game["winner"]] == "random" for match, game in games)
        assert f"{won} game" in driver.find_element(By.TAG_NAME, "main").text
        for number in (0, len(games) - 1):
            match, game = games[number]
            last = replay(driver, url, number)
            final = game["record"][-1]
            seat = ["The first seat", "The second seat"][final["winner"]]
            assert last.endswith(f"{seat} wins the game"), last
            first = game.get("seated", game["first"])
            winner = match["agents"][(final["winner"] + first) % 2]
            assert match["agents"][game["winner"]] == winner
            assert f"Won by {winner}" in driver.find_element(By.TAG_NAME, "main").text
        driver.find_element(By.TAG_NAME, "body").send_keys(Keys.HOME)
        assert hands(driver) == 0
        Select(driver.find_element(By.ID, "view")).select_by_value("1")
        assert hands(driver) == 5, "the first seat's hand is hidden"
        Select(driver.find_element(By.ID, "view")).select_by_value("")
        driver.set_window_size(820, 900)
        driver.get(f"{url}journals/0/games/{len(games) - 1}#7")
        driver.refresh()
        advice = driver.find_elements(By.CSS_SELECTOR, "#advice tr")
        shares = [float(row.text.split(" %")[0].split()[-1]) for row in advice]
        assert abs(sum(shares) - 100) < 0.5, shares
        driver.save_screenshot(str(folder / "replay.png"))
        for width in (400, 1200):
            driver.set_window_size(width, 900)
            for path in ("", "journals/0/games", "journals/0/games/0"):
                driver.get(url + path)
                fits(driver)
                driver.save_screenshot(str(folder / f"{path.replace('/', '-') or 'home'}-{width}.png"))
        # A journal that is gone on with: the page follows without a reload.
        driver.get(f"{url}journals/0/games")
        driver.execute_script("window.kept = true")
        with journal.open("a") as file:
            match, game = games[-1]
            extra = {key: value for key, value in game.items() if key != "crc32"}
            extra["game"] = None
            body = json.dumps(extra, separators=(",", ":"))[:-1]
            file.write(f'{body},"crc32":"{zlib.crc32(body.encode()):08x}"}}\n')
        text = f"{len(games) + 1} games"
        WebDriverWait(driver, 10).until(lambda it: text in it.find_element(By.TAG_NAME, "main").text)
        assert driver.execute_script("return window.kept"), "the page was loaded again"
        no_errors(driver)
    driver.quit()
    for contest, agents in [
        ("skullwhist", ["random", "high-cards"]),
        ("dead-mans-draw", ["expert", "threshold"]),
        ("tricky-eights", ["random", "memoryless", "card-counter", "random"]),
    ]:
        other = folder / f"{contest}.jsonl"
        run(binary, "match", contest, *agents, "--games", "1", "--journal", str(other), "--records")
        driver = browser(folder / f"profile-{contest}", dark=True)
        with View(binary, other) as url:
            driver.get(f"{url}journals/0/games/0")
            body = driver.find_element(By.TAG_NAME, "body")
            for _ in range(20):
                body.send_keys(Keys.ARROW_RIGHT)
            assert driver.find_element(By.ID, "count").text.startswith("21 of")
            fits(driver)
            driver.save_screenshot(str(folder / f"{contest}.png"))
            no_errors(driver)
        driver.quit()


def main():
    binary, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    check(str(binary), folder)
    print(f"pages opened and games replayed in {time.monotonic() - began:.0f} s; screenshots in {folder}")


if __name__ == "__main__":
    main()
