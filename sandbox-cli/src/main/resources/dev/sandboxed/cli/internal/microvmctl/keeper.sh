# Becomes the keeper: nothing that its starter has open stays open in it, and what it says is in the file $1.
umask 077
log=$1
shift
exec "$@" </dev/null >"$log" 2>&1
