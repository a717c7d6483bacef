import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A player of SkullWhist: Bot [URL [NAME [PASSWORD_FILE]]]. It plays legal cards at random until it is stopped. */
final class Bot {
    /** Milliseconds between two looks at a game in which it is the opponent's turn. */
    static final int PAUSE = 200;
    /** Milliseconds before a new attempt after a fault. */
    static final int RECONNECT_WAIT = 1000;
    static final Random RANDOM = new Random();

    // YOUR STRATEGY: the next two methods. A card is a text: a letter of CDHS and two digits, such as "S13".

    /** The number of tricks, 1 to 13, that this hand will take. */
    static int chooseBid(List<String> hand) {
        return 1 + RANDOM.nextInt(13);
    }

    /** One of the cards `legal`. README.md lists the fields of `status`. */
    static String chooseCard(List<String> legal, List<String> hand, Json status) {
        return legal.get(RANDOM.nextInt(legal.size()));
    }

    static List<String> legalCards(List<String> hand, Json led) {
        List<String> ofSuit = hand.stream()
                .filter(card -> !led.isNull() && card.charAt(0) == led.text().charAt(0))
                .toList();
        return ofSuit.isEmpty() ? hand : ofSuit;
    }

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url;
    private final String account;
    private List<String> hand = new ArrayList<>();
    private String session;
    private String tried;
    private int id;
    private int game;
    private boolean hasBid;

    Bot(String url, String name, String password) {
        this.url = url.replaceAll("/+$", "");
        account = "\"name\":" + Json.quoted(name) + ",\"password\":" + Json.quoted(password);
    }

    /** The answer of a method, an object whose `result` is success, retry or failure. */
    Json call(String method, String keys) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/api/" + method + "/"))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{" + keys + "}"))
                .build();
        return Json.read(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    Json inSession(String method, String keys) throws IOException, InterruptedException {
        return call(method, "\"session\":" + Json.quoted(session) + keys);
    }

    static boolean succeeded(Json answer) {
        return answer.get("result").text().equals("success");
    }

    void logIn() throws IOException, InterruptedException {
        Json answer = call("login", account);
        if (!succeeded(answer)) {
            call("register", account);
            answer = call("login", account);
        }
        if (!succeeded(answer)) {
            throw new IOException("no login: " + answer.get("reason").text());
        }
        session = answer.get("session").text();
        id = answer.get("id").integer();
    }

    void report() throws IOException, InterruptedException {
        Json old = inSession("old-game", ",\"game\":" + game);
        if (succeeded(old)) {
            boolean isFirst = old.get("bot1").integer() == id;
            int own = old.get(isFirst ? "score1" : "score2").integer();
            int other = old.get(isFirst ? "score2" : "score1").integer();
            System.out.println("game " + game + ": " + own + " to " + other + " points");
        }
    }

    /** One look at the server, and what is due there. */
    void step() throws IOException, InterruptedException {
        if (session == null) {
            // A login forfeits a game that goes on, so it is for a lost session only.
            logIn();
        }
        Json status = inSession("status", "");
        if (!succeeded(status)) {
            session = null;
        } else if (status.get("game").isNull() || status.get("game").integer() != game) {
            if (game != 0) {
                report();
                game = 0;
            }
            // Waits up to 30 seconds for an opponent. Before the bid it gives the same game again.
            Json dealt = inSession("new-game", "");
            if (succeeded(dealt)) {
                game = dealt.get("game").integer();
                hand = new ArrayList<>(dealt.get("cards").list().stream().map(Json::text).toList());
                hasBid = false;
            }
        } else if (!hasBid) {
            inSession("bid", ",\"bid\":" + chooseBid(hand));
            hasBid = true;
        } else if (status.get("your-turn").isTrue() && !waitsForBid(status)) {
            play(status);
        } else {
            Thread.sleep(PAUSE);
        }
    }

    static boolean waitsForBid(Json status) {
        boolean leads = status.get("round").integer() == 1 && status.get("opponent-current-card").isNull();
        return leads && status.get("opponent-bid").integer() == 0;
    }

    void play(Json status) throws IOException, InterruptedException {
        if (hand.size() > 14 - status.get("round").integer()) {
            // The answer to this card was lost, not the card.
            hand.remove(tried);
        }
        tried = chooseCard(legalCards(hand, status.get("opponent-current-card")), hand, status);
        Json answer = inSession("play", ",\"card\":" + Json.quoted(tried));
        if (succeeded(answer)) {
            hand.remove(tried);
        } else {
            System.err.println("refused: " + answer.get("reason").text());
            Thread.sleep(PAUSE);
        }
    }

    public static void main(String[] words) throws IOException, InterruptedException {
        String password = Files.readString(Path.of(words.length > 2 ? words[2] : "password.txt")).trim();
        Bot bot = new Bot(
                words.length > 0 ? words[0] : "http://127.0.0.1:8013",
                words.length > 1 ? words[1] : "starter",
                password);
        while (true) {
            try {
                bot.step();
            } catch (IOException | Json.Malformed fault) {
                System.err.println(fault + "; next attempt in " + RECONNECT_WAIT / 1000 + " s");
                Thread.sleep(RECONNECT_WAIT);
            }
        }
    }
}
