#!/bin/sh
# Starts the bot: ./run [ARGUMENTS OF THE BOT]. With --build it prints the command line only; Python compiles by itself.
if [ "${1-}" = --build ]; then
    # The program itself: a judge that confines contestants may stop one that a manager of versions puts before it.
    echo "$(python3 -c 'import sys; print(sys.executable)') bot.py"
    exit 0
fi
exec python3 "$(dirname "$0")/bot.py" "$@"
