# One game to 300 points. The judge starts the contestants, and confines them as in the contest.
opponent="$cardsharp play tricky-eights --agent card-counter --quiet"
"$cardsharp" serve tricky-eights --memory 64MiB "$@" -- "$command" "$opponent" "$opponent" "$opponent"
