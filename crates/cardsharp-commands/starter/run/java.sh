#!/bin/sh
# Starts the bot, compiled if it has changed: ./run [ARGUMENTS OF THE BOT]. With --build it compiles, and prints the
# command line only.
here=$(dirname "$0")
if [ -z "$(find "$here/bot.jar" -newer "$here/Bot.java" 2>/dev/null)" ]; then
    javac -d "$here/classes" "$here"/*.java && jar cfe "$here/bot.jar" Bot -C "$here/classes" . || exit 1
fi
# A small heap, taken at the start, and no file of counters: a judge may confine contestants.
options="-XX:-UsePerfData -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xms32m -Xmx32m"
[ "${1-}" != --build ] || { echo "java $options -jar bot.jar"; exit 0; }
# shellcheck disable=SC2086
exec java $options -jar "$here/bot.jar" "$@"
