import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** A player of Dead Man's Draw: Bot [URL [USER [PASSWORD_FILE [TAG]]]]. It plays at random until it is stopped. */
final class Bot {
    /** Milliseconds before a new attempt after a fault. */
    static final int RECONNECT_WAIT = 1000;
    static final Random RANDOM = new Random();

    record Card(String suit, int value) { }

    // YOUR STRATEGY: the next two methods.

    /** "Draw" or "EndTurn", as far as `legal` has it. README.md lists the fields of `match`. */
    static String chooseMove(List<String> legal, Json match, int seat) {
        return legal.get(RANDOM.nextInt(legal.size()));
    }

    /** One of `cards`, which answers the effect "Hook", "Cannon", "Sword" or "Map". */
    static Card chooseCard(String effect, List<Card> cards, Json match, int seat) {
        return cards.get(RANDOM.nextInt(cards.size()));
    }

    static List<Card> tops(Json bank) {
        List<Card> cards = new ArrayList<>();
        bank.fields().forEach((suit, values) -> {
            int top = values.list().stream().mapToInt(Json::integer).max().orElse(0);
            if (top > 0) {
                cards.add(new Card(suit, top));
            }
        });
        return cards;
    }

    /** The cards that may answer the pending effect. */
    static List<Card> offer(Json pending, Json own, Json other) {
        return switch (pending.get("effectType").text()) {
            case "Hook" -> tops(own);
            case "Cannon" -> tops(other);
            case "Sword" -> tops(other).stream().filter(card -> own.get(card.suit).list().isEmpty()).toList();
            case "Map" -> pending.get("cards").list().stream()
                    .map(card -> new Card(card.get("suit").text(), card.get("value").integer()))
                    .toList();
            default -> List.of();
        };
    }

    /** The action of the player whose turn it is, as JSON. */
    static String actionIn(Json match) {
        int seat = match.get("activePlayerIndex").integer();
        Json state = match.get("state");
        Json pending = state.get("pendingEffect");
        List<Json> banks = state.get("banks").list();
        List<Card> cards = offer(pending, banks.get(seat), banks.get(1 - seat));
        String effect = pending.get("effectType").text();
        if (!cards.isEmpty()) {
            Card card = chooseCard(effect, cards, match, seat);
            return "{\"etype\":\"ResponseToEffect\",\"effect\":{\"effectType\":" + Json.quoted(effect)
                    + ",\"card\":{\"suit\":" + Json.quoted(card.suit) + ",\"value\":" + card.value + "}}}";
        }
        // A Kraken wants a draw. An Oracle shows the next card, the first of its `cards`, and leaves the choice.
        boolean mayEnd = !state.get("playArea").list().isEmpty() && !effect.equals("Kraken");
        List<String> legal = mayEnd ? List.of("Draw", "EndTurn") : List.of("Draw");
        return "{\"etype\":" + Json.quoted(chooseMove(legal, match, seat)) + "}";
    }

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url;
    private final String user;
    private final String login;

    Bot(String url, String user, String password) {
        this.url = url.replaceAll("/+$", "");
        this.user = user;
        byte[] words = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        login = "Basic " + Base64.getEncoder().encodeToString(words);
    }

    HttpResponse<String> ask(String verb, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .header("Authorization", login)
                .method(verb, HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (!Set.of(200, 409, 410).contains(answer.statusCode())) {
            throw new IOException(verb + " " + path + ": status " + answer.statusCode() + ": " + answer.body());
        }
        return answer;
    }

    /** Plays a match to its end. */
    void play(String id) throws IOException, InterruptedException {
        String path = "/api/matches/" + id;
        while (true) {
            // Waits up to 30 seconds for one's turn; 409 means not yet. It also shows what a lost answer did.
            HttpResponse<String> answer = ask("GET", path + "?waitactive=true", "");
            Json match = Json.read(answer.body());
            if (answer.statusCode() == 410) {
                Json winner = match.get("state").get("winnerIdx");
                boolean own = match.get("playerids").list().get(winner.integer()).text().equals(user);
                System.out.println("match " + id + ": " + (winner.isNull() ? "tie" : own ? "won" : "lost"));
                return;
            }
            if (answer.statusCode() == 200) {
                ask("POST", path, actionIn(match));
            }
        }
    }

    /** Waits for a match in which it is one's turn, and plays it. */
    void waitForMatch(String tag) throws IOException, InterruptedException {
        String ofTag = tag.isEmpty() ? "" : "&tags=" + URLEncoder.encode(tag, StandardCharsets.UTF_8);
        for (Json match : Json.read(ask("GET", "/api/matches?active=true&wait=true" + ofTag, "").body()).list()) {
            if (match.get("playerids").list().stream().anyMatch(player -> player.text().equals(user))) {
                play(match.get("_id").text());
                return;
            }
        }
    }

    public static void main(String[] words) throws IOException, InterruptedException {
        String password = Files.readString(Path.of(words.length > 2 ? words[2] : "password.txt")).trim();
        Bot bot = new Bot(
                words.length > 0 ? words[0] : "http://127.0.0.1:8080",
                words.length > 1 ? words[1] : "636438380ee778617e6e5be8",
                password);
        while (true) {
            try {
                bot.waitForMatch(words.length > 3 ? words[3] : "");
            } catch (IOException | Json.Malformed fault) {
                System.err.println(fault + "; next attempt in " + RECONNECT_WAIT / 1000 + " s");
                Thread.sleep(RECONNECT_WAIT);
            }
        }
    }
}
