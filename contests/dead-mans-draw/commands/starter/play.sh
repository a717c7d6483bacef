# One meeting: five matches or more, until a player has won more of them. The server makes them.
echo secret >"$folder/password.txt"
player() {
    "$cardsharp" credentials dead-mans-draw --id "$1" --password-file "$folder/password.txt"
}
echo "{\"players\": [$(player starter), $(player expert)]}" >"$folder/players.json"
serve '.*arena is on \(http:[^,]*\),.*' dead-mans-draw --port 0 --config "$folder/players.json" --no-throttle \
    --tournament round-robin "$@"
oppose dead-mans-draw --agent expert --url "$found" --user expert --password-file "$folder/password.txt" --loop
enter "$found" starter "$folder/password.txt" tournament
finish
