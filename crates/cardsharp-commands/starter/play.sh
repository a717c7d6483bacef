#!/bin/sh
# Plays this kit against an agent of cardsharp, on a server of its own that ends by itself:
#
#   ./play [OPTIONS OF cardsharp serve]
#
# Needs `cardsharp` on the PATH, or its path in CARDSHARP.
set -eu
cardsharp=$(command -v "${CARDSHARP:-cardsharp}") || {
    echo "cardsharp is not on the PATH: set CARDSHARP to the path of the program" >&2
    exit 1
}
case $cardsharp in
/*) ;;
*) cardsharp=$PWD/$cardsharp ;;
esac
cd "$(dirname "$0")"
command=$(./run --build)
folder=$(mktemp -d)
started=
end() {
    # Only what this script has started.
    for child in $started; do kill "$child" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap end EXIT
trap 'exit 130' INT TERM HUP

# Starts the server with these options, and waits for the line of its log that the pattern finds. Sets `found`.
serve() {
    pattern=$1
    : >"$folder/log"
    shift
    "$cardsharp" serve "$@" >"$folder/standings" 2>"$folder/log" &
    server=$!
    started="$started $server"
    until found=$(sed -n "s/$pattern/\1/p" "$folder/log") && [ -n "$found" ]; do
        kill -0 "$server" 2>/dev/null || fail
        sleep 0.1
    done
}

# Starts the opponent: an agent of cardsharp.
oppose() {
    "$cardsharp" play "$@" --quiet >/dev/null 2>"$folder/opponent" &
    started="$started $!"
}

# Starts the kit with these arguments.
enter() {
    ./run "$@" &
    started="$started $!"
}

# Waits for the end of the server, and prints its standings.
finish() {
    wait "$server" || fail
    cat "$folder/standings"
}

fail() {
    cat "$folder/log" >&2
    exit 1
}

