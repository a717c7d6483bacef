// The parts that the C++ library lacks for this contest: JSON, TCP, and HTTP without TLS. A bot need not change it.
#pragma once

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// A fault of the network or of the server, after which one tries again.
struct Fault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A value of JSON. What is absent is null.
struct Json {
    enum Kind { Null, Bool, Number, Text, List, Object } kind = Null;
    double number = 0;  // of a number, or 1 for true
    std::string text;
    std::vector<Json> list;
    std::vector<std::pair<std::string, Json>> fields;

    const Json &operator[](const std::string &key) const {
        static const Json null;
        for (const auto &field : fields)
            if (field.first == key) return field.second;
        return null;
    }
    bool isNull() const { return kind == Null; }
    bool isTrue() const { return kind == Bool && number != 0; }
    int integer() const { return static_cast<int>(number); }
};

class JsonReader {
  public:
    static Json read(const std::string &text) {
        JsonReader reader(text);
        Json value = reader.value(0);
        reader.space();
        if (reader.at != text.size()) throw Fault("text after JSON");
        return value;
    }

  private:
    explicit JsonReader(const std::string &text) : text(text) {}

    void space() {
        while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) at++;
    }
    char peek() {
        space();
        if (at == text.size()) throw Fault("JSON ends too early");
        return text[at];
    }
    bool skip(char wanted) {
        if (peek() != wanted) return false;
        at++;
        return true;
    }
    void want(char wanted) {
        if (!skip(wanted)) throw Fault(std::string("JSON without ") + wanted);
    }
    Json word(const char *name, Json::Kind kind, double number) {
        if (text.compare(at, std::strlen(name), name) != 0) throw Fault("no JSON");
        at += std::strlen(name);
        Json value;
        value.kind = kind;
        value.number = number;
        return value;
    }

    Json value(int depth) {
        if (depth > 100) throw Fault("JSON is nested too deeply");
        Json value;
        switch (peek()) {
            case 'n': return word("null", Json::Null, 0);
            case 't': return word("true", Json::Bool, 1);
            case 'f': return word("false", Json::Bool, 0);
            case '"':
                value.kind = Json::Text;
                value.text = string();
                return value;
            case '[':
                value.kind = Json::List;
                at++;
                if (skip(']')) return value;
                do value.list.push_back(this->value(depth + 1));
                while (skip(','));
                want(']');
                return value;
            case '{':
                value.kind = Json::Object;
                at++;
                if (skip('}')) return value;
                do {
                    peek();
                    std::string key = string();
                    want(':');
                    value.fields.emplace_back(key, this->value(depth + 1));
                } while (skip(','));
                want('}');
                return value;
        }
        char *end;
        value.kind = Json::Number;
        value.number = std::strtod(text.c_str() + at, &end);
        if (end == text.c_str() + at) throw Fault("no JSON");
        at = end - text.c_str();
        return value;
    }

    std::string string() {
        want('"');
        std::string result;
        for (;;) {
            if (at == text.size()) throw Fault("JSON ends in a text");
            char letter = text[at++];
            if (letter == '"') return result;
            if (letter != '\\') {
                result += letter;
                continue;
            }
            if (at == text.size()) throw Fault("JSON ends in a text");
            letter = text[at++];
            static const std::string from = "bfnrt", to = "\b\f\n\r\t";
            if (letter == 'u') {
                unsigned code = hex();
                if (code >= 0xD800 && code < 0xDC00 && text.compare(at, 2, "\\u") == 0) {
                    at += 2;
                    code = 0x10000 + ((code - 0xD800) << 10) + (hex() - 0xDC00);
                }
                addUtf8(result, code);
            } else {
                std::size_t index = from.find(letter);
                result += index == std::string::npos ? letter : to[index];
            }
        }
    }
    unsigned hex() {
        std::string digits = text.substr(at, 4);
        at += digits.size();
        return static_cast<unsigned>(std::strtoul(digits.c_str(), nullptr, 16));
    }
    static void addUtf8(std::string &to, unsigned code) {
        int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
        static const unsigned first[] = {0, 0xC0, 0xE0, 0xF0};
        to += static_cast<char>(first[more] | code >> 6 * more);
        while (more-- > 0) to += static_cast<char>(0x80 | (code >> 6 * more & 0x3F));
    }

    const std::string &text;
    std::size_t at = 0;
};

// A text as JSON.
inline std::string quoted(const std::string &text) {
    std::string result = "\"";
    for (char letter : text) {
        if (letter == '"' || letter == '\\') result += '\\';
        if (static_cast<unsigned char>(letter) >= ' ') result += letter;
    }
    return result + '"';
}

// A TCP connection.
class Connection {
  public:
    Connection(const std::string &host, const std::string &port) {
        addrinfo hints{}, *found = nullptr;
        hints.ai_socktype = SOCK_STREAM;
        if (getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) throw Fault("no address of " + host);
        for (addrinfo *one = found; one && socket < 0; one = one->ai_next) {
            socket = ::socket(one->ai_family, one->ai_socktype, one->ai_protocol);
            if (socket >= 0 && ::connect(socket, one->ai_addr, one->ai_addrlen) != 0) {
                ::close(socket);
                socket = -1;
            }
        }
        freeaddrinfo(found);
        if (socket < 0) throw Fault("no connection to " + host);
        int on = 1;
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    ~Connection() { ::close(socket); }
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    void giveUpAfter(int seconds) {
        timeval time{seconds, 0};
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
    }
    void write(const std::string &bytes) {
        for (std::size_t sent = 0; sent < bytes.size();) {
            ssize_t count = ::send(socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
            if (count <= 0) throw Fault("the connection is lost");
            sent += count;
        }
    }
    // Some bytes; none at the end.
    std::string some() {
        char buffer[4096];
        ssize_t count = ::recv(socket, buffer, sizeof buffer, 0);
        if (count < 0) throw Fault("the connection is lost");
        return std::string(buffer, count);
    }
    // Exactly so many bytes.
    std::string exactly(std::size_t length) {
        while (waiting.size() < length) {
            std::string more = some();
            if (more.empty()) throw Fault("the server has closed the connection");
            waiting += more;
        }
        std::string result = waiting.substr(0, length);
        waiting.erase(0, length);
        return result;
    }

  private:
    int socket = -1;
    std::string waiting;
};

struct HttpAnswer {
    int status;
    std::string body;
};

inline std::string unchunked(const std::string &text) {
    std::string body;
    for (std::size_t at = 0;;) {
        std::size_t end = text.find("\r\n", at);
        if (end == std::string::npos) throw Fault("the answer is cut off");
        std::size_t length = std::strtoul(text.c_str() + at, nullptr, 16);
        if (length == 0) return body;
        body += text.substr(end + 2, length);
        at = end + 2 + length + 2;
    }
}

// Sends a request to an address such as http://127.0.0.1:8080. `headers` are whole lines, each with its "\r\n".
inline HttpAnswer ask(const std::string &url, const std::string &method, const std::string &path,
                      const std::string &headers, const std::string &body) {
    if (url.compare(0, 7, "http://") != 0) throw std::invalid_argument("no address of a server with http: " + url);
    std::string host = url.substr(7), base;
    std::size_t slash = host.find('/');
    if (slash != std::string::npos) {
        base = host.substr(slash);
        host.erase(slash);
        while (!base.empty() && base.back() == '/') base.pop_back();
    }
    std::size_t colon = host.rfind(':');
    Connection connection(host.substr(0, colon), colon == std::string::npos ? "80" : host.substr(colon + 1));
    connection.giveUpAfter(60);
    connection.write(method + " " + base + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n" +
                     "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
                     headers + "\r\n" + body);
    std::string answer;
    for (std::string part; !(part = connection.some()).empty();) answer += part;
    std::size_t end = answer.find("\r\n\r\n"), space = answer.find(' ');
    if (end == std::string::npos || space > end) throw Fault("the answer is cut off");
    std::string head = answer.substr(0, end), text = answer.substr(end + 4);
    for (char &letter : head) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    bool chunked = head.find("transfer-encoding: chunked") != std::string::npos;
    return {std::atoi(answer.c_str() + space), chunked ? unchunked(text) : text};
}

inline std::string base64(const std::string &bytes) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string result;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        unsigned group = 0;
        for (std::size_t index = at; index < at + 3; index++)
            group = group << 8 | (index < bytes.size() ? static_cast<unsigned char>(bytes[index]) : 0);
        for (int index = 0; index < 4; index++)
            result += at + index <= bytes.size() ? letters[group >> (18 - 6 * index) & 63] : '=';
    }
    return result;
}
