import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A player of Challenge: Bot [HOST [PORT]]. It plays legal moves at random until it is stopped. */
final class Bot {
    /** In seconds. The server refuses a player who comes back within 5 seconds, and counts from each attempt. */
    static final int RECONNECT_WAIT = 10;
    static final int CHALLENGE = 0;
    static final Random RANDOM = new Random();

    // YOUR STRATEGY: the next two methods. README.md lists the fields of `state`.

    /** A card of the hand, or CHALLENGE where can_challenge is true. */
    static int chooseMove(Json state) {
        List<Integer> moves = new ArrayList<>();
        state.get("hand").list().forEach(card -> moves.add(card.integer()));
        if (state.get("can_challenge").isTrue()) {
            moves.add(CHALLENGE);
        }
        return moves.get(RANDOM.nextInt(moves.size()));
    }

    /** True accepts the opponent's challenge. The hand is empty if your last card lies on the table. */
    static boolean chooseAnswer(Json state) {
        return RANDOM.nextBoolean();
    }

    static String responseTo(Json request) {
        Json state = request.get("state");
        if (request.get("request").text().equals("challenge_offered")) {
            return chooseAnswer(state) ? "{\"type\":\"accept_challenge\"}" : "{\"type\":\"reject_challenge\"}";
        }
        int move = chooseMove(state);
        return move == CHALLENGE ? "{\"type\":\"offer_challenge\"}" : "{\"type\":\"play_card\",\"card\":" + move + "}";
    }

    static void send(OutputStream out, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        // Length and text in one write: in two, the second may wait for the network.
        out.write(ByteBuffer.allocate(4 + body.length).putInt(body.length).put(body).array());
        out.flush();
    }

    static Json receive(DataInputStream in) throws IOException {
        byte[] body = new byte[in.readInt()];
        in.readFully(body);
        return Json.read(new String(body, StandardCharsets.UTF_8));
    }

    static void answer(OutputStream out, Json message) throws IOException {
        switch (message.get("type").text()) {
            case "request" -> {
                int id = message.get("request_id").integer();
                send(out, "{\"type\":\"move\",\"request_id\":" + id + ",\"response\":" + responseTo(message) + "}");
            }
            case "result" -> {
                Json result = message.get("result");
                if (result.get("type").text().equals("game_won")) {
                    boolean own = result.get("by").integer() == message.get("your_player_num").integer();
                    System.out.println(own ? "game won" : "game lost");
                } else if (result.get("type").text().equals("error")) {
                    System.err.println("refused: " + result.get("reason").text());
                }
            }
            case "greetings_program" -> System.out.println("team " + message.get("team_id").integer());
            case "error" -> System.err.println("error: " + message.get("message").text());
            default -> { }
        }
    }

    public static void main(String[] words) throws InterruptedException {
        String host = words.length > 0 ? words[0] : "127.0.0.1";
        int port = words.length > 1 ? Integer.parseInt(words[1]) : 9999;
        while (true) {
            try (Socket socket = new Socket(host, port)) {
                socket.setTcpNoDelay(true);
                DataInputStream in = new DataInputStream(socket.getInputStream());
                while (true) {
                    answer(socket.getOutputStream(), receive(in));
                }
            } catch (IOException | Json.Malformed fault) {
                // A game that goes on sends its next request after the greeting.
                System.err.println(fault + "; next attempt in " + RECONNECT_WAIT + " s");
                Thread.sleep(RECONNECT_WAIT * 1000L);
            }
        }
    }
}
