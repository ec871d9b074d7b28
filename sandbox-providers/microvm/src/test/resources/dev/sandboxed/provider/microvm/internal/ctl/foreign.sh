#!/bin/sh
# A controller that is not ours: a folder below $FOREIGN for each machine, and nothing else. It keeps no time, ends nobody, and knows
# no paths but those of the host.
set -u
verb=${1-}
[ $# -gt 0 ] && shift
id= path= timeout=
while [ $# -gt 0 ]; do
    case $1 in
    --id) id=$2; shift 2 ;;
    --path) path=$2; shift 2 ;;
    --ttl-ms | --timeout-ms) timeout=$2; shift 2 ;;
    --base64 | --json) shift ;;
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
probe) echo '{"version": "foreign 1", "isolation": "process"}' ;;
create) mkdir -p "$root/tmp" "$root/home" && [ -n "$timeout" ] ;;
exec) cd "$root/home" && exec env -i PATH="$PATH" HOME="$root/home" TMPDIR="$root/tmp" "$@" ;;
write) mkdir -p "$(dirname "$path")" && cat >"$path" ;;
read) base64 "$path" ;;
list) echo '{"entries": []}' ;;
kill) rm -rf "$root" ;;
*) echo "usage: foreign VERB" >&2; exit 64 ;;
esac
