# One rated game. Both players register themselves.
echo secret >"$folder/password.txt"
serve '.*server is on \(http:[^,]*\),.*' skullwhist --port 0 --games 1 "$@"
oppose skullwhist --agent expert --url "$found" --name expert --password-file "$folder/password.txt"
enter "$found" starter "$folder/password.txt"
finish
