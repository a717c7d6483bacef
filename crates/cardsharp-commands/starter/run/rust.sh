#!/bin/sh
# Starts the bot, compiled if it has changed: ./run [ARGUMENTS OF THE BOT]. With --build it compiles, and prints the
# command line only.
here=$(dirname "$0")
if [ -z "$(find "$here/bot" -newer "$here/bot.rs" 2>/dev/null)" ]; then
    rustc --edition 2021 -C opt-level=1 -o "$here/bot" "$here/bot.rs" || exit 1
fi
[ "${1-}" != --build ] || { echo ./bot; exit 0; }
exec "$here/bot" "$@"
