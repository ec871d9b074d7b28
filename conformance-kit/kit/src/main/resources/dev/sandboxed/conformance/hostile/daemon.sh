# In a session of its own, and deaf to all that can be ignored. Whoever clears its environment as well can be told from the
# host's own processes by a namespace only, so that is for those who have one.
alone=
[ "$HOSTILE_APART" = yes ] && alone="env -i PATH=$PATH"
# shellcheck disable=SC2086 # nothing, or several words
$alone setsid sh -c 'trap "" HUP INT TERM; sleep 300; :' "$HOSTILE_WORD" </dev/null >/dev/null 2>&1 &
