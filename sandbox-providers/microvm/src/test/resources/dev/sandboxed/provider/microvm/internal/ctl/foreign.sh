#!/bin/sh
# A controller that is not ours: a folder below $FOREIGN for each machine, and nothing else. It keeps no time, ends nobody, and knows
# no paths but those of the host. Nothing is passed on to a command unless $FOREIGN_INPUT says so, and it makes a workdir only if
# $FOREIGN_WORKDIR does.
set -u
verb=${1-}
[ $# -gt 0 ] && shift
id= path= timeout= workdir=
while [ $# -gt 0 ]; do
    case $1 in
    --id) id=$2; shift 2 ;;
    --path) path=$2; shift 2 ;;
    --ttl-ms | --timeout-ms) timeout=$2; shift 2 ;;
    --base64 | --json) shift ;;
    --workdir) [ -n "${FOREIGN_WORKDIR-}" ] || { echo "foreign: unknown argument '$1'" >&2; exit 64; }; workdir=$2; shift 2 ;;
    --) shift; break ;;
    *) echo "foreign: unknown argument '$1'" >&2; exit 64 ;;
    esac
done
root=$FOREIGN/$id
if [ "$verb" != create ] && [ "$verb" != probe ] && { [ -z "$id" ] || [ ! -d "$root" ]; }; then
    echo "foreign: no machine '$id'" >&2
    exit 3
fi
case $verb in
probe) echo "{\"version\": \"foreign 1\", \"isolation\": \"process\", \"extensions\": [${FOREIGN_WORKDIR-}${FOREIGN_INPUT-}\"other\"]}" ;;
create) mkdir -p "$root/tmp" "$root/home" && [ -n "$timeout" ] && echo "$workdir" >"$root/workdir" ;;
exec) [ -n "${FOREIGN_INPUT-}" ] || exec </dev/null; cd "$root/home" && exec env -i PATH="$PATH" HOME="$root/home" TMPDIR="$root/tmp" "$@" ;;
write) mkdir -p "$(dirname "$path")" && cat >"$path" ;;
read) base64 "$path" ;;
list) echo '{"entries": []}' ;;
kill) rm -rf "$root" ;;
*) echo "usage: foreign VERB" >&2; exit 64 ;;
esac
