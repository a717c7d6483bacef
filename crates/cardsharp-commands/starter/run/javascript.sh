#!/bin/sh
# Starts the bot: ./run [ARGUMENTS OF THE BOT]. With --build it prints the command line only; Node compiles by itself.
[ "${1-}" != --build ] || { echo "node bot.js"; exit 0; }
exec node "$(dirname "$0")/bot.js" "$@"
