# -------------------------------------------------------------------------------------------------
# From what is known to a row of the table


def score(own, theirs):
    """The place of a pair of trick counts among those of at most `own + theirs` tricks."""
    both = own + theirs
    return both * (both + 1) // 2 + own


class Position:
    """A sight as the table has it."""

    def __init__(self, table, sight):
        self.hand = table.hands.get(tuple(sight.hand))
        self.over = sight.tricks_over
        self.own, self.theirs = sight.own_tricks, sight.their_tricks
        self.card = sight.table or 0
        self.leads = (sight.table is None) != sight.answering
        # Who led the hand decides which payoffs are ours; unknown, the present lead stands in.
        self.led_hand = self.leads if sight.led_hand is None else sight.led_hand
        self.offered = sight.answering
        self.accepted = not sight.answering and not sight.can_challenge
        self.history = self.written(sight, table.ranks)
        held = len(sight.hand) + self.over + int(sight.own_card_on_table())
        self.sound = (
            self.hand is not None
            and held == table.hand_size
            and self.own + self.theirs <= self.over < table.hand_size
            and self.card <= table.ranks
        )

    @staticmethod
    def written(sight, ranks):
        """Cards in order, and OFFER where a challenge that was taken up came. What a gap in memory
        has swallowed is left out."""
        history = []
        for over, (own, theirs, led) in enumerate(sight.tricks):
            for place, card in enumerate((own, theirs) if led else (theirs, own)):
                if sight.accepted_at == (over, place == 1):
                    history.append(OFFER)
                if card is not None and card <= ranks:
                    history.append(card)
        now = len(sight.tricks)
        if sight.accepted_at == (now, False):
            history.append(OFFER)
        if sight.table is not None:
            history.append(sight.table)
            if sight.accepted_at == (now, True):
                history.append(OFFER)
        if sight.answering:
            history.append(OFFER)
        return history


class TricksRows:
    """Rows of the information sets `tricks`: own hand, card on the table, trick counts, challenge."""

    def __init__(self, table):
        self.ranks, self.size = table.ranks, table.hand_size
        self.base, self.width, cells = [], [], 0
        for hand in table.hands:
            width = max(len(set(hand)) + 1, 2)
            self.base.append(cells)
            self.width.append(width)
            cells += width * self.situations(len(hand))
        self.class_cells = cells

    @staticmethod
    def scores(over):
        return (over + 1) * (over + 2) // 2

    def before_answers(self, cards):
        return (3 + 2 * self.ranks) * self.scores(self.size - cards) if cards else 0

    def situations(self, cards):
        over = self.size - cards
        answering = self.ranks * self.scores(over - 1) if over else 0
        return self.before_answers(cards) + answering

    def situation(self, position):
        scores = self.scores(position.over)
        place = score(position.own, position.theirs)
        card = position.card
        if position.offered and card:
            full = self.before_answers(self.size - position.over - 1)
            return full + (card - 1) * scores + place
        if position.offered:
            kind = 2
        elif position.accepted:
            kind = 2 + self.ranks + card if card else 1
        else:
            kind = 2 + card if card else 0
        return kind * scores + place

    def first_cell(self, position):
        """The first cell of the row within its class."""
        return self.base[position.hand] + self.situation(position) * self.width[position.hand]


class Level:
    """The pasts of so many tricks: which there are, and what a trick more makes of each."""

    def __init__(self, written, undecided, last, ranks):
        self.kinds, self.kind_count = written["kinds"], written["kind_count"]
        self.next, self.remembered = written["next"], written["stakes"]
        self.standings = [standings & undecided for standings in written["standings"]]
        # In the last trick nothing is left to choose once a challenge has been taken up.
        self.stakes = 0 if last else self.remembered
        self.leading, self.following = 1 + self.stakes, 1 + ranks + ranks * self.stakes
        self.full, self.tabled = [0], [0]
        for standings in self.standings:
            follows, leads = self.split(standings)
            self.full.append(self.full[-1] + leads * self.leading + follows * self.following)
            self.tabled.append(self.tabled[-1] + leads * ranks)

    @staticmethod
    def split(standings):
        """How many standings of a set there are in which one follows, and in which one leads."""
        leads = standings & 0xAAAAAAAA
        return bin(standings ^ leads).count("1"), bin(leads).count("1")

    def after(self, past, own, theirs, led):
        kind = self.kinds[own << 5 | theirs << 1 | int(led)] if self.kinds else 0
        place = past * self.kind_count + kind
        return self.next[place] if place < len(self.next) else 0


class KeptRows:
    """Rows of all other information sets: what is kept of the tricks that are over is a past, and
    the pasts are numbered."""

    def __init__(self, table, levels):
        self.ranks, self.size = table.ranks, table.hand_size
        self.levels = []
        for over, written in enumerate(levels):
            last = over + 1 == self.size
            self.levels.append(Level(written, self.undecided(over), last, self.ranks))
        self.any = any(len(level.standings) > 1 or level.remembered > 1 for level in self.levels)
        self.first, self.base, self.width = [], [], []
        cells, widths = 0, [0] * (self.size + 1)
        for hand in table.hands:
            self.first.append(widths[len(hand)])
            widths[len(hand)] += max(len(set(hand)) + 1, 2)
        for cards, width in enumerate(widths):
            self.base.append(cells)
            self.width.append(width)
            cells += width * self.slots(cards)
        self.class_cells = cells

    def undecided(self, over):
        """The standings of a hand that is not decided, as bits."""
        standings = 0
        for both in range(over + 1):
            for own in range(both + 1):
                if abs(2 * own - both) <= self.size - over:
                    standings |= 3 << (2 * score(own, both - own))
        return standings

    def full_slots(self, cards):
        over = self.size - cards
        return self.levels[over].full[-1] if over < len(self.levels) else 0

    def slots(self, cards):
        before = self.size - cards - 1
        return self.full_slots(cards) + (self.levels[before].tabled[-1] if before >= 0 else 0)

    def past(self, position):
        """The past, and the way in which a challenge is remembered."""
        if not self.any:
            return 0, 0
        past = stake = tricks = 0
        own_lead, led = position.led_hand, 0
        for done in position.history:
            if done == OFFER:
                stake = 2 * tricks + int(own_lead == (led == 0))
            elif led == 0:
                led = done
            else:
                own, theirs = (led, done) if own_lead else (done, led)
                past = self.levels[tricks].after(past, own, theirs, own_lead)
                tricks = min(tricks + 1, len(self.levels) - 1)
                own_lead = own_lead != (done > led)
                led = 0
        level = self.levels[position.over]
        # After a gap in memory, any that there is.
        return min(past, len(level.standings) - 1), min(stake, level.remembered - 1)

    def slot(self, position):
        past, stake = self.past(position)
        level, card = self.levels[position.over], position.card
        standing = 2 * score(position.own, position.theirs) + int(position.leads)
        following, leading = level.split(level.standings[past] & ((1 << standing) - 1))
        if position.leads and card:
            first = level.tabled[past] + leading * self.ranks
            return self.full_slots(self.size - position.over - 1) + first + card - 1
        first = level.full[past] + leading * level.leading + following * level.following
        if position.offered:
            return first
        if position.leads:
            return first + (1 + stake if position.accepted else 0)
        return first + (self.ranks * (1 + stake) if position.accepted else 0) + card

    def first_cell(self, position):
        """The first cell of the row within its class."""
        cards = self.size - position.over - int(position.offered and position.card > 0)
        hand, card = position.hand, position.card
        last = position.over + 1 == self.size
        if last and card and not (position.offered or position.accepted or position.leads):
            # Against one card, all that win are alike, and all that lose. Hands of one card are
            # numbered by their ranks.
            hand = min(max(hand, card - 1), card + 1)
        return self.base[cards] + self.slot(position) * self.width[cards] + self.first[hand]


class Table:
    """The probabilities of all rows: a byte for each action, in proportion."""

    def __init__(self, header, cells):
        self.cells = cells
        self.ranks, self.hand_size = header["ranks"], header["hand_size"]
        self.payoffs, self.class_of_score = header["payoffs"], header["class_of_score"]
        self.hands = self.all_hands(header["copies"])
        levels = header["levels"]
        self.rows = TricksRows(self) if levels is None else KeptRows(self, levels)
        if self.rows.class_cells * len(self.payoffs) != len(cells):
            raise ValueError("the table in this file is damaged: export it again")

    def all_hands(self, copies):
        """Every multiset of cards a player can hold, with its number."""
        hands, smaller = [()], [()]
        for _ in range(self.hand_size):
            larger = []
            for hand in smaller:
                for rank in range(hand[-1] if hand else 1, self.ranks + 1):
                    if hand.count(rank) < copies:
                        larger.append(hand + (rank,))
            hands, smaller = hands + larger, larger
        return {hand: number for number, hand in enumerate(hands)}

    def nearest_first(self, own):
        """Classes of scores from the nearest payoffs to the farthest."""
        win, lose = self.payoffs[own]
        distances = [abs(other[0] - win) + abs(other[1] - lose) for other in self.payoffs]
        return sorted(range(len(self.payoffs)), key=distances.__getitem__)

    def shares(self, first, count):
        """The probabilities of a row; None if nothing is known of it."""
        row = self.cells[first : first + count]
        total = float(sum(row))
        if len(row) < count or total <= 0.0:
            return None
        scale = 1.0 / total
        return [cell * scale for cell in row]

    def choices(self, sight):
        """The moves with their probabilities, and where these come from."""
        certain = sight.certain()
        if certain is not None:
            return [(certain, 1.0)], "certain"
        position = Position(self, sight)
        if not position.sound:
            return [], "rule"
        # Ten points end a game; an odd server's scores are taken as the last before that.
        own, theirs = min(sight.own_points, POINTS - 1), min(sight.their_points, POINTS - 1)
        leader, follower = (own, theirs) if position.led_hand else (theirs, own)
        own_class = self.class_of_score[leader * POINTS + follower]
        moves, first = sight.moves(), self.rows.first_cell(position)
        source = "own"
        for row_class in self.nearest_first(own_class):
            shares = self.shares(row_class * self.rows.class_cells + first, len(moves))
            if shares is not None:
                return list(zip(moves, shares)), source
            source = "nearest_class"
        return [], "rule"


def draw(choices, chance):
    """The move that a number from 0 to 1 leads to; the likeliest where rounding leaves a little."""
    left = chance
    for move, share in choices:
        left -= share
        if left < 0.0:
            return move
    likeliest = max(range(len(choices)), key=lambda place: (choices[place][1], place))
    return choices[likeliest][0]


def rule_of_thumb(sight):
    """Where the table knows nothing: the lowest card that takes the trick, or else the lowest."""
    if sight.answering:
        return (REJECT, None)
    winners = [card for card in sight.hand if sight.table is None or card > sight.table]
    return (PLAY, winners[0] if winners else sight.hand[0])


