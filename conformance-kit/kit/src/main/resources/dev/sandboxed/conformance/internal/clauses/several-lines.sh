x='a  b'   # a comment; with a semicolon
false
for i in 1 2; do printf '%s|' "$x$i"; done | cat
(exit 4) || printf 'code %s|' "$?"
cat <<END
$x"$((1 + 1))"
END
