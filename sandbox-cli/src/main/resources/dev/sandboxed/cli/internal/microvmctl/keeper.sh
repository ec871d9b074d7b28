# Becomes the keeper: nothing that its starter has open stays open in it, and what it says is in the file $1, for its user only. What is made
# in sandboxes has the usual modes, whatever its starter's mask is.
umask 077
log=$1
shift
exec </dev/null >"$log" 2>&1
umask 022
exec "$@"
