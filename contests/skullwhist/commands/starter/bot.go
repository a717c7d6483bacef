// A player of SkullWhist: bot [URL [NAME [PASSWORD_FILE]]]. It plays legal cards at random until it is stopped.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"net/http"
	"os"
	"strings"
	"time"
)

// Between two looks at a game in which it is the opponent's turn, and before a new attempt after a fault.
const (
	pause         = 200 * time.Millisecond
	reconnectWait = time.Second
)

// An answer of the server. A pointer is nil for null. README.md explains the fields of the status.
type Answer struct {
	Result  string   `json:"result"` // success, retry or failure
	Reason  string   `json:"reason"`
	Session string   `json:"session"`
	ID      int      `json:"id"`
	Cards   []string `json:"cards"`

	Game                 *int    `json:"game"`
	Round                int     `json:"round"`
	Opponent             int     `json:"opponent"`
	YourTurn             bool    `json:"your-turn"`
	OpponentBid          int     `json:"opponent-bid"`
	OpponentCurrentCard  *string `json:"opponent-current-card"`
	OpponentPreviousCard *string `json:"opponent-previous-card"`
	YouWonPreviousRound  *bool   `json:"you-won-previous-round"`

	Bot1   int `json:"bot1"`
	Score1 int `json:"score1"`
	Score2 int `json:"score2"`
}

// YOUR STRATEGY: the next two functions. A card is a text: a letter of CDHS and two digits, such as "S13".

// chooseBid returns the number of tricks, 1 to 13, that this hand will take.
func chooseBid(hand []string) int {
	return 1 + rand.Intn(13)
}

// chooseCard returns one of the cards `legal`.
func chooseCard(legal, hand []string, status Answer) string {
	return legal[rand.Intn(len(legal))]
}

func legalCards(hand []string, led *string) []string {
	var ofSuit []string
	for _, card := range hand {
		if led != nil && card[0] == (*led)[0] {
			ofSuit = append(ofSuit, card)
		}
	}
	if ofSuit == nil {
		return hand
	}
	return ofSuit
}

type keys map[string]interface{}

type Player struct {
	url, name, password string
	session             string
	id, game            int
	hand                []string
	hasBid              bool
	tried               string
}

var client = http.Client{Timeout: time.Minute}

func (player *Player) call(method string, with keys) (answer Answer, err error) {
	if player.session != "" {
		with["session"] = player.session
	}
	body, err := json.Marshal(with)
	if err != nil {
		return
	}
	reply, err := client.Post(player.url+"/api/"+method+"/", "application/json", bytes.NewReader(body))
	if err != nil {
		return
	}
	defer reply.Body.Close()
	err = json.NewDecoder(reply.Body).Decode(&answer)
	return
}

func (player *Player) logIn() error {
	account := keys{"name": player.name, "password": player.password}
	answer, err := player.call("login", account)
	if err == nil && answer.Result != "success" {
		if _, err = player.call("register", account); err == nil {
			answer, err = player.call("login", account)
		}
	}
	if err == nil && answer.Result != "success" {
		err = fmt.Errorf("no login: %s", answer.Reason)
	}
	player.session, player.id = answer.Session, answer.ID
	return err
}

func (player *Player) report() error {
	old, err := player.call("old-game", keys{"game": player.game})
	if err == nil && old.Result == "success" {
		own, other := old.Score1, old.Score2
		if old.Bot1 != player.id {
			own, other = other, own
		}
		fmt.Printf("game %d: %d to %d points\n", player.game, own, other)
	}
	return err
}

// step looks at the server once, and does what is due there.
func (player *Player) step() error {
	if player.session == "" {
		// A login forfeits a game that goes on, so it is for a lost session only.
		if err := player.logIn(); err != nil {
			return err
		}
	}
	status, err := player.call("status", keys{})
	switch {
	case err != nil:
	case status.Result != "success":
		player.session = ""
	case status.Game == nil || *status.Game != player.game:
		return player.nextGame()
	case !player.hasBid:
		_, err = player.call("bid", keys{"bid": chooseBid(player.hand)})
		player.hasBid = err == nil
	case status.YourTurn && !waitsForBid(status):
		return player.play(status)
	default:
		time.Sleep(pause)
	}
	return err
}

func (player *Player) nextGame() error {
	if player.game != 0 {
		if err := player.report(); err != nil {
			return err
		}
		player.game = 0
	}
	// Waits up to 30 seconds for an opponent. Before the bid it gives the same game again.
	dealt, err := player.call("new-game", keys{})
	if err == nil && dealt.Result == "success" && dealt.Game != nil {
		player.game, player.hand, player.hasBid = *dealt.Game, dealt.Cards, false
	}
	return err
}

func waitsForBid(status Answer) bool {
	return status.Round == 1 && status.OpponentCurrentCard == nil && status.OpponentBid == 0
}

func (player *Player) play(status Answer) error {
	if len(player.hand) > 14-status.Round {
		// The answer to this card was lost, not the card.
		player.removeTried()
	}
	player.tried = chooseCard(legalCards(player.hand, status.OpponentCurrentCard), player.hand, status)
	answer, err := player.call("play", keys{"card": player.tried})
	if err != nil {
		return err
	}
	if answer.Result == "success" {
		player.removeTried()
	} else {
		fmt.Fprintln(os.Stderr, "refused:", answer.Reason)
		time.Sleep(pause)
	}
	return nil
}

func (player *Player) removeTried() {
	for index, card := range player.hand {
		if card == player.tried {
			player.hand = append(player.hand[:index], player.hand[index+1:]...)
			return
		}
	}
}

func word(index int, otherwise string) string {
	if index < len(os.Args) {
		return os.Args[index]
	}
	return otherwise
}

func main() {
	rand.Seed(time.Now().UnixNano())
	password, err := os.ReadFile(word(3, "password.txt"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	url := strings.TrimRight(word(1, "http://127.0.0.1:8013"), "/")
	player := Player{url: url, name: word(2, "starter"), password: strings.TrimSpace(string(password))}
	for {
		if err := player.step(); err != nil {
			fmt.Fprintf(os.Stderr, "%v; next attempt in %v\n", err, reconnectWait)
			time.Sleep(reconnectWait)
		}
	}
}
