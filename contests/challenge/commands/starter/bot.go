// A player of Challenge: bot [HOST [PORT]]. It plays legal moves at random until it is stopped.
package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net"
	"os"
	"time"
)

// The server refuses a player who comes back within 5 seconds, and counts from each attempt.
const reconnectWait = 10 * time.Second

const challenge = 0

// The state of the game in a request. README.md explains the fields.
type State struct {
	Hand         []int `json:"hand"`
	Card         int   `json:"card"` // 0 if there is none
	HandID       int   `json:"hand_id"`
	GameID       int   `json:"game_id"`
	YourTricks   int   `json:"your_tricks"`
	TheirTricks  int   `json:"their_tricks"`
	TotalTricks  int   `json:"total_tricks"`
	CanChallenge bool  `json:"can_challenge"`
	InChallenge  bool  `json:"in_challenge"`
	YourPoints   int   `json:"your_points"`
	TheirPoints  int   `json:"their_points"`
	OpponentID   int   `json:"opponent_id"`
	PlayerNumber int   `json:"player_number"`
}

// YOUR STRATEGY: the next two functions.

// chooseMove returns a card of the hand, or challenge where state.CanChallenge is true.
func chooseMove(state State) int {
	moves := append([]int{}, state.Hand...)
	if state.CanChallenge {
		moves = append(moves, challenge)
	}
	return moves[rand.Intn(len(moves))]
}

// chooseAnswer returns true to accept the opponent's challenge. The hand is empty if your last card lies on the table.
func chooseAnswer(state State) bool {
	return rand.Intn(2) == 0
}

type Message struct {
	Type          string  `json:"type"`
	Request       string  `json:"request"`
	RequestID     int     `json:"request_id"`
	Remaining     float64 `json:"remaining"`
	State         State   `json:"state"`
	TeamID        int     `json:"team_id"`
	YourPlayerNum int     `json:"your_player_num"`
	Message       string  `json:"message"`
	Result        struct {
		Type   string `json:"type"`
		By     int    `json:"by"`
		Reason string `json:"reason"`
	} `json:"result"`
}

type Response struct {
	Type string `json:"type"`
	Card int    `json:"card,omitempty"`
}

type Move struct {
	Type      string   `json:"type"`
	RequestID int      `json:"request_id"`
	Response  Response `json:"response"`
}

func responseTo(request Message) Response {
	if request.Request == "challenge_offered" {
		if chooseAnswer(request.State) {
			return Response{Type: "accept_challenge"}
		}
		return Response{Type: "reject_challenge"}
	}
	move := chooseMove(request.State)
	if move == challenge {
		return Response{Type: "offer_challenge"}
	}
	return Response{Type: "play_card", Card: move}
}

func send(connection net.Conn, move Move) error {
	body, err := json.Marshal(move)
	if err != nil {
		return err
	}
	// Length and text in one write: in two, the second may wait for the network.
	length := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	_, err = connection.Write(append(length, body...))
	return err
}

func receive(connection net.Conn) (message Message, err error) {
	var length uint32
	if err = binary.Read(connection, binary.BigEndian, &length); err != nil {
		return
	}
	body := make([]byte, length)
	if _, err = io.ReadFull(connection, body); err != nil {
		return
	}
	err = json.Unmarshal(body, &message)
	return
}

func answer(connection net.Conn, message Message) error {
	switch message.Type {
	case "request":
		return send(connection, Move{"move", message.RequestID, responseTo(message)})
	case "result":
		switch result := message.Result; {
		case result.Type == "error":
			fmt.Fprintln(os.Stderr, "refused:", result.Reason)
		case result.Type == "game_won" && result.By == message.YourPlayerNum:
			fmt.Println("game won")
		case result.Type == "game_won":
			fmt.Println("game lost")
		}
	case "greetings_program":
		fmt.Println("team", message.TeamID)
	case "error":
		fmt.Fprintln(os.Stderr, "error:", message.Message)
	}
	return nil
}

func play(address string) error {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer connection.Close()
	for {
		message, err := receive(connection)
		if err != nil {
			return err
		}
		if err := answer(connection, message); err != nil {
			return err
		}
	}
}

func main() {
	rand.Seed(time.Now().UnixNano())
	words := append(os.Args[1:], []string{"127.0.0.1", "9999"}[min(len(os.Args)-1, 2):]...)
	for {
		fault := play(net.JoinHostPort(words[0], words[1]))
		// A game that goes on sends its next request after the greeting.
		fmt.Fprintf(os.Stderr, "%v; next attempt in %v\n", fault, reconnectWait)
		time.Sleep(reconnectWait)
	}
}

func min(one, other int) int {
	if one < other {
		return one
	}
	return other
}
