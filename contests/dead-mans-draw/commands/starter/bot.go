// A player of Dead Man's Draw: bot [URL [USER [PASSWORD_FILE [TAG]]]]. It plays at random until it is stopped.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Before a new attempt after a fault.
const reconnectWait = time.Second

type Card struct {
	Suit  string `json:"suit"`
	Value int    `json:"value"`
}

type Bank map[string][]int

type Effect struct {
	EffectType  string  `json:"effectType"`
	Cards       []*Card `json:"cards"`
	KrakenCount int     `json:"krakenCount"`
}

// A match. README.md explains the fields.
type Match struct {
	ID                string   `json:"_id"`
	PlayerIDs         []string `json:"playerids"`
	ActivePlayerIndex int      `json:"activePlayerIndex"`
	DrawPileSize      int      `json:"drawPileSize"`
	DiscardPileSize   int      `json:"discardPileSize"`
	State             struct {
		Banks         []Bank `json:"banks"`
		PlayArea      []Card `json:"playArea"`
		PendingEffect Effect `json:"pendingEffect"`
		WinnerIdx     *int   `json:"winnerIdx"`
	} `json:"state"`
}

// YOUR STRATEGY: the next two functions.

// chooseMove returns "Draw" or "EndTurn", as far as `legal` has it.
func chooseMove(legal []string, match Match, seat int) string {
	return legal[rand.Intn(len(legal))]
}

// chooseCard returns one of `cards`, which answers the effect "Hook", "Cannon", "Sword" or "Map".
func chooseCard(effect string, cards []Card, match Match, seat int) Card {
	return cards[rand.Intn(len(cards))]
}

func tops(bank, without Bank) (cards []Card) {
	for suit, values := range bank {
		top := Card{suit, 0}
		for _, value := range values {
			if value > top.Value {
				top.Value = value
			}
		}
		if top.Value > 0 && len(without[suit]) == 0 {
			cards = append(cards, top)
		}
	}
	return
}

// The cards that may answer the pending effect.
func offer(pending Effect, own, other Bank) (cards []Card) {
	switch pending.EffectType {
	case "Hook":
		return tops(own, nil)
	case "Cannon":
		return tops(other, nil)
	case "Sword":
		return tops(other, own)
	case "Map":
		for _, card := range pending.Cards {
			cards = append(cards, *card)
		}
	}
	return
}

type Answer struct {
	EffectType string `json:"effectType"`
	Card       Card   `json:"card"`
}

type Action struct {
	Type   string  `json:"etype"`
	Effect *Answer `json:"effect,omitempty"`
}

// The action of the player whose turn it is.
func actionIn(match Match) Action {
	seat, state := match.ActivePlayerIndex, match.State
	effect := state.PendingEffect.EffectType
	if cards := offer(state.PendingEffect, state.Banks[seat], state.Banks[1-seat]); len(cards) > 0 {
		return Action{"ResponseToEffect", &Answer{effect, chooseCard(effect, cards, match, seat)}}
	}
	// A Kraken wants a draw. An Oracle shows the next card, the first of its Cards, and leaves the choice.
	legal := []string{"Draw"}
	if len(state.PlayArea) > 0 && effect != "Kraken" {
		legal = append(legal, "EndTurn")
	}
	return Action{Type: chooseMove(legal, match, seat)}
}

type Arena struct {
	url, user, password string
}

var client = http.Client{Timeout: time.Minute}

// ask returns the status of the answer, and its JSON.
func (arena Arena) ask(method, path string, body interface{}) (int, []byte, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return 0, nil, err
	}
	request, err := http.NewRequest(method, arena.url+path, bytes.NewReader(text))
	if err != nil {
		return 0, nil, err
	}
	request.SetBasicAuth(arena.user, arena.password)
	request.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	text, err = io.ReadAll(answer.Body)
	if status := answer.StatusCode; err == nil && status != 200 && status != 409 && status != 410 {
		err = fmt.Errorf("%s %s: status %d: %s", method, path, status, text)
	}
	return answer.StatusCode, text, err
}

// play plays a match to its end.
func (arena Arena) play(id string) error {
	path := "/api/matches/" + id
	for {
		// Waits up to 30 seconds for one's turn; 409 means not yet. It also shows what a lost answer did.
		status, text, err := arena.ask("GET", path+"?waitactive=true", nil)
		if err != nil || status == 409 {
			if err != nil {
				return err
			}
			continue
		}
		var match Match
		if err := json.Unmarshal(text, &match); err != nil {
			return err
		}
		if status == 410 {
			fmt.Printf("match %s: %s\n", id, arena.outcome(match))
			return nil
		}
		if _, _, err := arena.ask("POST", path, actionIn(match)); err != nil {
			return err
		}
	}
}

func (arena Arena) outcome(match Match) string {
	winner := match.State.WinnerIdx
	switch {
	case winner == nil:
		return "tie"
	case match.PlayerIDs[*winner] == arena.user:
		return "won"
	default:
		return "lost"
	}
}

// wait waits for a match in which it is one's turn, and plays it.
func (arena Arena) wait(tag string) error {
	path := "/api/matches?active=true&wait=true"
	if tag != "" {
		path += "&tags=" + url.QueryEscape(tag)
	}
	_, text, err := arena.ask("GET", path, nil)
	if err != nil {
		return err
	}
	var matches []Match
	if err := json.Unmarshal(text, &matches); err != nil {
		return err
	}
	for _, match := range matches {
		for _, player := range match.PlayerIDs {
			if player == arena.user {
				return arena.play(match.ID)
			}
		}
	}
	return nil
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
	address := strings.TrimRight(word(1, "http://127.0.0.1:8080"), "/")
	arena := Arena{address, word(2, "636438380ee778617e6e5be8"), strings.TrimSpace(string(password))}
	for {
		if err := arena.wait(word(4, "")); err != nil {
			fmt.Fprintf(os.Stderr, "%v; next attempt in %v\n", err, reconnectWait)
			time.Sleep(reconnectWait)
		}
	}
}
