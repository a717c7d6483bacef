"""Opens the pages of `cardsharp view` in Chromium: check.py BINARY FOLDER

A tournament is played, its pages are opened, a game is replayed to its end by keys and by buttons and compared with
the journal, and a journal is watched while it grows. A policy is walked by clicks from the deal to the end of a hand,
its numbers are compared with those of `cardsharp inspect --json`, two policies are compared, and the tree of a small
game is walked. Screenshots go to FOLDER.
"""

import json
import subprocess
import sys
import time
import zlib
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
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
    wait_until(driver, 30, lambda _: count.text.startswith("3 of"))
    driver.find_element(By.ID, "play").click()
    return last


def wait_until(driver, seconds, holds):
    """Waits until this holds. While one page gives way to the next, any question to the browser may fail."""
    WebDriverWait(driver, seconds, ignored_exceptions=[WebDriverException]).until(holds)


def wait_for(driver, part, text):
    """Waits until a part of the page has this text. It may be replaced at any time, so that it is looked at in one go."""
    has = "return document.querySelector(arguments[0])?.innerText.includes(arguments[1])"
    wait_until(driver, 30, lambda it: it.execute_script(has, part, text))


def load_by(driver, leave):
    """Does what leads to another page, and waits until that has come."""
    driver.execute_script("window.left = true")
    leave()
    come = "return !window.left && document.readyState === 'complete'"
    wait_until(driver, 30, lambda it: it.execute_script(come))


def follow(driver, text):
    """Clicks a link, and waits until its page has come."""
    load_by(driver, driver.find_element(By.LINK_TEXT, text).click)


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
        # The policy stands beside the journal.
        follow(driver, "club.jsonl")
        rows = driver.find_elements(By.CSS_SELECTOR, "#standings tbody tr")
        assert len(rows) == 3, rows
        driver.save_screenshot(str(folder / "standings.png"))
        follow(driver, "Games")
        assert f"{len(games)} games" in driver.find_element(By.TAG_NAME, "main").text
        Select(driver.find_element(By.NAME, "winner")).select_by_value("random")
        load_by(driver, driver.find_element(By.TAG_NAME, "button").click)
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
        # The games are analysed while the page follows.
        driver.get(f"{url}journals/0/")
        follow(driver, "What the decisions lose")
        wait_until(driver, 120, lambda it: it.find_elements(By.ID, "losses"))
        lost = [numbers(row)[-1] for row in driver.find_elements(By.CSS_SELECTOR, "#worst tbody tr")]
        assert len(lost) == 10 and lost == sorted(lost, reverse=True), lost
        for width in (400, 1200):
            driver.set_window_size(width, 900)
            for path in ("", "journals/0/games", "journals/0/games/0", "journals/0/losses"):
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
        wait_for(driver, "main", text)
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


def numbers(row):
    cells = row.find_elements(By.CSS_SELECTOR, "td[data-number]")
    return [float(cell.get_attribute("data-number")) for cell in cells]


def as_inspected(driver, binary, policy):
    """The hand that is looked at has the numbers of `inspect --json`."""
    section = driver.find_element(By.ID, "hand")
    position = section.find_element(By.TAG_NAME, "code").text.split("'")[1]
    words = [binary, "inspect", str(policy), position, "--json"]
    inspected = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
    rows = section.find_elements(By.CSS_SELECTOR, "tbody tr")
    assert len(rows) == len(inspected["actions"]), position
    for row, action in zip(rows, inspected["actions"]):
        assert row.find_element(By.TAG_NAME, "th").text == action["action"], position
        wanted = [action[key] for key in ("probability", "value", "regret") if action[key] is not None]
        assert numbers(row) == wanted, (position, numbers(row), wanted)


def walk(driver, binary, policy):
    """Walks a hand to its end by clicks; returns the number of nodes."""
    nodes = 1
    while True:
        if driver.find_element(By.ID, "turn").text == "The end.":
            return nodes
        rows = driver.find_elements(By.CSS_SELECTOR, "#actions tbody tr")
        shares = [numbers(row)[0] for row in rows]
        assert abs(sum(shares) - 1) < 1e-6, shares
        if nodes % 3 == 1:
            here = driver.current_url
            load_by(driver, driver.find_element(By.CSS_SELECTOR, "#hand-list tbody th a").click)
            as_inspected(driver, binary, policy)
            driver.get(here)
            rows = driver.find_elements(By.CSS_SELECTOR, "#actions tbody tr")
        cards = [at for at, row in enumerate(rows) if row.text.split()[0].isdigit()]
        best = max(cards or range(len(rows)), key=lambda at: shares[at])
        load_by(driver, rows[best].find_element(By.TAG_NAME, "a").click)
        nodes += 1
        assert nodes < 16, driver.current_url


def by_keys(driver):
    """The arrows go through the grid, and what is said of a cell is shown."""
    said = driver.find_element(By.ID, "cell")
    cell = driver.find_element(By.CSS_SELECTOR, 'a.cell[data-row="0"][data-column="1"]')
    driver.execute_script("arguments[0].focus()", cell)
    assert said.text.startswith("13 12:"), said.text
    driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    assert said.text.startswith("13 11:"), said.text
    driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    assert said.text.startswith("12 11:"), said.text
    driver.switch_to.active_element.send_keys(Keys.ENTER)
    wait_for(driver, "#hands", "of the cell")
    for name in driver.find_elements(By.CSS_SELECTOR, "#hand-list tbody th"):
        assert name.text.startswith("12 11 "), name.text


def practise(driver, url):
    """Plays a game of practice to its end by keyboard; returns the number of decisions."""
    driver.get(f"{url}practice/0?seed=5&seat=1")
    asked = 0
    while not driver.find_elements(By.ID, "end"):
        assert len(driver.find_elements(By.CLASS_NAME, "decision")) == asked
        names = [choice.text for choice in driver.find_elements(By.CSS_SELECTOR, "#choices a")]
        load_by(driver, lambda: driver.find_element(By.TAG_NAME, "body").send_keys("1"))
        asked += 1
        assert driver.find_element(By.CSS_SELECTOR, ".decision h3").text.endswith(f": {names[0]}")
    totals = driver.find_element(By.ID, "totals").text
    assert totals.startswith(f"1 game, {asked} decision"), totals
    # The same page again counts nothing.
    driver.refresh()
    assert driver.find_element(By.ID, "totals").text == totals
    return asked


def lock(driver, url):
    """Locks a decision by the mouse, and sees what it costs; then by keyboard the other way."""
    driver.get(f"{url}explore/0?step=1&step=0&step=pass")
    load_by(driver, driver.find_element(By.LINK_TEXT, "0p").click)
    assert driver.find_element(By.NAME, "of").get_attribute("value") == "0p"
    sliders = driver.find_elements(By.CSS_SELECTOR, "#lock input[type=range]")
    fields = driver.find_elements(By.NAME, "weight")
    for slider, side in zip(sliders, (1, -1)):
        ActionChains(driver).drag_and_drop_by_offset(slider, side * slider.size["width"], 0).perform()
    assert [float(field.get_attribute("value")) for field in fields] == [100, 0]
    load_by(driver, driver.find_element(By.CSS_SELECTOR, "#lock button").click)
    # A second player who never bluffs with the jack loses 1/18, where an equilibrium wins as much.
    gains = [numbers(row) for row in driver.find_elements(By.CSS_SELECTOR, "#gains tbody tr")]
    assert abs(gains[0][1] - 1 / 18) < 1e-3 and abs(gains[0][2] - 1 / 9) < 1e-3, gains
    first, second = driver.find_elements(By.NAME, "weight")
    first.send_keys(Keys.CONTROL, "a")
    first.send_keys("2")
    second.send_keys(Keys.CONTROL, "a")
    second.send_keys("1")
    chosen = driver.find_element(By.NAME, "of")
    chosen.send_keys("0")
    load_by(driver, lambda: second.send_keys(Keys.ENTER))
    gains = [numbers(row) for row in driver.find_elements(By.CSS_SELECTOR, "#gains tbody tr")]
    assert abs(gains[0][2]) < 1e-3, gains
    # The new lock is in the place of the old one.
    assert len(driver.find_elements(By.CSS_SELECTOR, "#locks li")) == 1
    locked = driver.current_url
    follow(driver, "Compare with the policy without locks")
    assert driver.find_element(By.ID, "difference").text.endswith("%")
    return locked


def explore(binary, folder, dark):
    policies = Path(__file__).parents[2] / "data/challenge"
    policy, other = policies / "all-scores.policy", policies / "five.policy"
    kuhn = folder / "kuhn.policy"
    shade = "dark" if dark else "light"
    subprocess.run([binary, "train", "kuhn", "--target", "1e-7", "--force", "--out", str(kuhn), "--json"],
                   check=True, stdout=subprocess.DEVNULL)
    driver = browser(folder / f"profile-explore-{shade}", dark=dark)
    with View(binary, policy, str(other)) as url:
        driver.get(url)
        follow(driver, policy.name)
        nodes = walk(driver, binary, policy)
        assert nodes > 4, nodes
        driver.get(f"{url}explore/0?score=3%2C4&step=9")
        by_keys(driver)
        holds = driver.find_element(By.NAME, "holds")
        holds.send_keys("13")
        load_by(driver, driver.find_element(By.TAG_NAME, "button").click)
        assert driver.find_element(By.ID, "filter").text.startswith("Hands that hold 13:")
        follow(driver, "highest")
        classes = driver.find_elements(By.CSS_SELECTOR, "#class-list tbody tr")
        # All hands hold the highest rank, and stand below their one class.
        assert [row.text.split()[0] for row in classes] == ["13", "all"], classes
        fits(driver)
        driver.set_window_size(840, 1040)
        driver.get(f"{url}explore/0?score=3%2C4&step=9")
        driver.save_screenshot(str(folder / f"explorer-{shade}.png"))
        follow(driver, "Compare")
        assert driver.find_element(By.ID, "difference").text.endswith("%")
        assert len(driver.find_elements(By.CSS_SELECTOR, "svg.grid")) == 3
        assert 1 <= practise(driver, url) <= 10
        for width in (400, 1200):
            driver.set_window_size(width, 900)
            for name, path in [("practice", "practice/0?seed=5&seat=1"), ("node", "explore/0?step=9&step=4&step=3&step=3"), ("cell", "explore/0?cell=0-1"),
                               ("hand", "explore/0?step=9&hand=13+9+8+5+2"), ("compare", "compare?step=9")]:
                driver.get(url + path)
                fits(driver)
                driver.save_screenshot(str(folder / f"explorer-{name}-{width}-{shade}.png"))
        no_errors(driver)
        driver.get(f"{url}explore/0?step=14")
        assert "step 1, `14`, is not possible" in driver.find_element(By.ID, "fault").text
        driver.get_log("browser")
    with View(binary, kuhn) as url:
        driver.get(url)
        for step in ("0", "1", "bet"):
            follow(driver, step)
        rows = driver.find_elements(By.CSS_SELECTOR, "#actions tbody tr")
        # A queen answers a bet with a call in a third of the hands, and loses one on the average.
        shares, values = zip(*(numbers(row) for row in rows))
        assert abs(shares[1] - 1 / 3) < 0.01 and all(abs(value + 1) < 0.01 for value in values)
        locked = lock(driver, url)[len(url):]
        for width in (400, 1200):
            driver.set_window_size(width, 900)
            for name, path in [("start", "explore/0"), ("deal", "explore/0?step=0&step=1"),
                               ("locked", locked),
                               ("practice", "practice/0?seed=5&seat=1&took=bet")]:
                driver.get(url + path)
                fits(driver)
                driver.save_screenshot(str(folder / f"tree-{name}-{width}-{shade}.png"))
        # A game that loses something gives a spot to try again; from there on by keyboard to the next game.
        driver.get(f"{url}practice/0")
        for _ in range(40):
            while not driver.find_elements(By.ID, "end"):
                load_by(driver, lambda: driver.find_element(By.TAG_NAME, "body").send_keys("2"))
            if driver.find_elements(By.ID, "again"):
                break
            load_by(driver, lambda: driver.find_element(By.TAG_NAME, "body").send_keys("n"))
        load_by(driver, driver.find_element(By.ID, "again").click)
        assert driver.find_elements(By.ID, "question"), driver.current_url
        driver.get(f"{url}explore/0?step=0&step=1")
        ends = driver.find_elements(By.CSS_SELECTOR, "a.node:has(.end)")
        driver.execute_script("arguments[0].focus()", ends[0])
        driver.switch_to.active_element.send_keys(Keys.ENTER)
        wait_for(driver, "#turn", "The end.")
        no_errors(driver)
    driver.quit()


def main():
    binary, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    check(str(binary), folder)
    for dark in (False, True):
        explore(str(binary), folder, dark)
    print(f"pages opened, games replayed and policies walked in {time.monotonic() - began:.0f} s; screenshots in {folder}")


if __name__ == "__main__":
    main()
