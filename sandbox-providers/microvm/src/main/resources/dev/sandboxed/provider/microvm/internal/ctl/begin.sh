# Prepares a guest: makes the workdir $1 and a folder for our files that only we may enter, and says where that is and which boot this is.
mkdir -p -- "$1" || exit 1
(umask 077 && mktemp -d "${TMPDIR:-/tmp}/.sandboxed-XXXXXX") || exit 1
cat /proc/sys/kernel/random/boot_id 2>/dev/null || echo unknown
