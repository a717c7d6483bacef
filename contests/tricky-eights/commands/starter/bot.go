// A contestant of Tricky Eights, which plays legal cards at random.
//
// The judge's commands come on standard input, and the cards go to standard output. Write what you like to see to
// standard error. A card is a text such as "d5" or "ht": a suit of c, s, d, h and a face of 2 to 9, t, j, q, k, a.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"sort"
	"strings"
	"time"
)

const (
	seats = "nesw"
	faces = "23456789tjqka"
)

// A card, and the seat that took or played it: n, e, s or w.
type Move struct {
	seat, card string
}

// The knowledge of the contestant. The six functions read it.
type Game struct {
	scores [4]int   // by seat, in the order of `seats`: the points of the finished rounds of this game
	me     string   // the own seat, empty before the first round
	hand   []string // the own cards
	pool   []string // the cards that can still be taken
	table  []Move   // the turn under way, the leader first
	taken  []Move   // all takes of the round
	tricks [][]Move // the finished tricks of the round
}

// YOUR STRATEGY: the six functions of the contest's document. Each has 4 seconds.

func startGame(game *Game) {}

func startRound(game *Game) {}

func takeCard(game *Game, legal []string) string {
	return legal[rand.Intn(len(legal))]
}

func endTakes(game *Game) {}

func playCard(game *Game, legal []string) string {
	return legal[rand.Intn(len(legal))]
}

func endRound(game *Game) {}

func winnerOf(trick []Move) string {
	best := trick[0]
	for _, move := range trick {
		follows := move.card[0] == best.card[0]
		if follows && strings.IndexByte(faces, move.card[1]) > strings.IndexByte(faces, best.card[1]) {
			best = move
		}
	}
	return best.seat
}

func (game *Game) addPoints() {
	for number, trick := range game.tricks {
		points := 1
		if number == 0 || number == 12 {
			points = 3
		}
		for _, move := range trick {
			if move.card[1] == '8' {
				points += 2
			}
		}
		game.scores[strings.Index(seats, winnerOf(trick))] += points
	}
}

func (game *Game) isOver() bool {
	sorted := game.scores
	sort.Ints(sorted[:])
	return sorted[3] >= 300 && sorted[3] > sorted[2]
}

func without(cards, words []string) (left []string) {
	for _, card := range cards {
		found := false
		for _, word := range words {
			found = found || word == card
		}
		if !found {
			left = append(left, card)
		}
	}
	return
}

func (game *Game) startHand(words []string) {
	isNew := game.me == "" || game.isOver()
	scores := game.scores
	if isNew {
		scores = [4]int{}
	}
	hand, pool := append([]string{}, words[1:11]...), append([]string{}, words[11:23]...)
	*game = Game{scores: scores, me: words[0], hand: hand, pool: pool}
	if isNew {
		startGame(game)
	}
	startRound(game)
}

func (game *Game) legalPlays() (legal []string) {
	for _, card := range game.hand {
		if len(game.table) > 0 && card[0] == game.table[0].card[0] {
			legal = append(legal, card)
		}
	}
	if legal == nil {
		return game.hand
	}
	return
}

func (game *Game) obey(command string, words []string) {
	if command == "starthand" {
		game.startHand(words)
		return
	}
	var moves []Move
	for index := 0; index+1 < len(words); index += 2 {
		moves = append(moves, Move{words[index], words[index+1]})
	}
	switch command {
	case "take":
		game.table = moves
		fmt.Println(takeCard(game, without(game.pool, words)))
	case "aftertake":
		game.taken = append(game.taken, moves...)
		for _, move := range moves {
			if move.seat == game.me {
				game.hand = append(game.hand, move.card)
			}
		}
		game.pool = without(game.pool, words)
		if len(game.pool) == 0 {
			endTakes(game)
		}
	case "play":
		game.table = moves
		fmt.Println(playCard(game, game.legalPlays()))
	case "result", "resultoftrick":
		game.tricks = append(game.tricks, moves)
		game.hand = without(game.hand, words)
	case "endround", "end":
		game.addPoints()
		endRound(game)
	}
}

func main() {
	rand.Seed(time.Now().UnixNano())
	game := &Game{}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if words := strings.Fields(lines.Text()); len(words) > 0 {
			game.obey(words[0], words[1:])
		}
	}
}
