import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JSON that Java's own library lacks. A bot need not change it. What is absent is null. */
final class Json {
    /** Null, a Boolean, a Double, a String, a List of Json or a Map of them. */
    private final Object value;

    private Json(Object value) {
        this.value = value;
    }

    static Json read(String text) {
        Reader reader = new Reader(text);
        Json value = reader.value(0);
        if (reader.peek() != 0) {
            throw new Malformed("text after JSON");
        }
        return value;
    }

    /** A text as JSON. */
    static String quoted(String text) {
        StringBuilder result = new StringBuilder("\"");
        for (char letter : text.toCharArray()) {
            if (letter == '"' || letter == '\\') {
                result.append('\\');
            }
            result.append(letter < ' ' ? ' ' : letter);
        }
        return result.append('"').toString();
    }

    Json get(String key) {
        Json found = value instanceof Map<?, ?> fields ? (Json) fields.get(key) : null;
        return found == null ? new Json(null) : found;
    }

    boolean isNull() {
        return value == null;
    }

    boolean isTrue() {
        return Boolean.TRUE.equals(value);
    }

    int integer() {
        return value instanceof Double number ? number.intValue() : 0;
    }

    String text() {
        return value == null ? "" : value.toString();
    }

    @SuppressWarnings("unchecked")
    List<Json> list() {
        return value instanceof List<?> list ? (List<Json>) list : List.of();
    }

    @SuppressWarnings("unchecked")
    Map<String, Json> fields() {
        return value instanceof Map<?, ?> fields ? (Map<String, Json>) fields : Map.of();
    }

    /** A text that is no JSON. */
    static final class Malformed extends RuntimeException {
        Malformed(String message) {
            super(message);
        }
    }

    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        /** The next sign, or 0 at the end. */
        char peek() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return at < text.length() ? text.charAt(at) : 0;
        }

        private boolean skip(char wanted) {
            boolean found = peek() == wanted;
            at += found ? 1 : 0;
            return found;
        }

        private void want(char wanted) {
            if (!skip(wanted)) {
                throw new Malformed("JSON without " + wanted);
            }
        }

        Json value(int depth) {
            if (depth > 100) {
                throw new Malformed("JSON is nested too deeply");
            }
            switch (peek()) {
                case '"':
                    return new Json(string());
                case '[':
                    return new Json(list(depth));
                case '{':
                    return new Json(object(depth));
                default:
                    return word();
            }
        }

        private List<Json> list(int depth) {
            List<Json> list = new ArrayList<>();
            want('[');
            if (skip(']')) {
                return list;
            }
            do {
                list.add(value(depth + 1));
            } while (skip(','));
            want(']');
            return list;
        }

        private Map<String, Json> object(int depth) {
            Map<String, Json> fields = new LinkedHashMap<>();
            want('{');
            if (skip('}')) {
                return fields;
            }
            do {
                String key = string();
                want(':');
                fields.put(key, value(depth + 1));
            } while (skip(','));
            want('}');
            return fields;
        }

        private Json word() {
            int start = at;
            while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            String word = text.substring(start, at);
            switch (word) {
                case "null":
                    return new Json(null);
                case "true":
                case "false":
                    return new Json(Boolean.valueOf(word));
                default:
                    try {
                        return new Json(Double.valueOf(word));
                    } catch (NumberFormatException fault) {
                        throw new Malformed("no JSON: " + word);
                    }
            }
        }

        private String string() {
            want('"');
            StringBuilder result = new StringBuilder();
            try {
                for (char letter; (letter = text.charAt(at++)) != '"'; ) {
                    result.append(letter == '\\' ? escaped() : letter);
                }
            } catch (StringIndexOutOfBoundsException | NumberFormatException fault) {
                throw new Malformed("a text of JSON is cut off");
            }
            return result.toString();
        }

        private char escaped() {
            char letter = text.charAt(at++);
            if (letter == 'u') {
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            int index = "bfnrt".indexOf(letter);
            return index < 0 ? letter : "\b\f\n\r\t".charAt(index);
        }
    }
}
