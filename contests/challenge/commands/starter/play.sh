# One rated round. The server tells teams apart by their addresses, so the opponent has one of its own.
serve '.*contest on [^ ]*:\([0-9]*\),.*' challenge --port 0 --test-port 0 --rounds 1 "$@"
oppose challenge --agent expert --from 127.0.0.2 --host 127.0.0.1 --port "$found"
enter 127.0.0.1 "$found"
finish
