# Has a command killed whose orphan is just becoming another program. $1: a folder that stands for /proc, as the kernel would
# show it; the supervisor's functions, which look there, come before this. Says whom it has killed.

orphan=4194999
echo "$orphan (sh) S 1 0 0" >"$1/$orphan/stat"
: >"$1/$orphan/environ"

# Says where variables are as the kernel would, and lets time pass.
asked=0
sandboxed_variables() {
    asked=$((asked + 1))
    sandboxed_first=1000
    sandboxed_end=2000
    case $1 in */self) return ;; esac
    if [ "$asked" -lt 4 ]; then
        sandboxed_first=0
        sandboxed_end=0
    else
        printf 'SANDBOXED_COMMAND=mark\0' >"$1/environ"
    fi
}

kill() {
    echo "$*"
    case $1 in -KILL) echo "$orphan (sh) Z 1 0 0" >"${sandboxed_processes:?}/$2/stat" ;; esac
}

sandboxed_self=4194996
sandboxed_processes=$1
sandboxed_kill 4194997 mark 4194998
