# Finds what a command has started, and kills it. Read before the supervisor, whose number is in sandboxed_self; only builtins
# of the shell here, too.

# Puts aside what a process is called, since that may contain anything: leaves its parent, and where to look at it further.
sandboxed_look() {
    { IFS= read -r sandboxed_line <"/proc/$1/stat"; } 2>/dev/null || return 1
    sandboxed_line=${sandboxed_line##*) }
    sandboxed_state=${sandboxed_line%% *}
    sandboxed_line=${sandboxed_line#* }
    sandboxed_parent=${sandboxed_line%% *}
    sandboxed_at=/proc/$1
    # shellcheck disable=SC2086 # one word for each of its figures
    case $sandboxed_state in Z | X) sandboxed_look_further $sandboxed_line ;; esac
}

# Finds a thread that lives: a process looks dead when its first one has ended, whether or not others go on. An old gVisor
# shows none of them, but counts them.
sandboxed_look_further() {
    for sandboxed_thread in "$sandboxed_at"/task/*; do
        { IFS= read -r sandboxed_line <"$sandboxed_thread/stat"; } 2>/dev/null || continue
        case ${sandboxed_line##*) } in Z* | X*) continue ;; esac
        sandboxed_at=$sandboxed_thread
        return 0
    done
    [ "${17:-0}" -gt 1 ]
}

# Leaves where the variables of a process that lives begin and end in its memory. Both are 0 between a program and the next,
# and in threads of the kernel, which have a flag of their own and never become anything else.
sandboxed_variables() {
    { IFS= read -r sandboxed_line <"$1/stat"; } 2>/dev/null || return 1
    # shellcheck disable=SC2086 # one word for each of its figures
    set -- ${sandboxed_line##*) }
    case $1 in Z | X) return 1 ;; esac
    if [ $((${7:-0} & 2097152)) -ne 0 ]; then return 1; fi
    sandboxed_first=${48:-0}
    sandboxed_end=${49:-0}
}

# Tells whether a process that shows no variables is just becoming another program, and will show some. One that has none
# at all has them at a place all the same. An old gVisor tells nobody's place, not even our own.
sandboxed_becoming() {
    sandboxed_variables "$1" || return 1
    if [ "$sandboxed_first" = "$sandboxed_end" ] && [ "$sandboxed_end" != 0 ]; then return 1; fi
    sandboxed_variables /proc/self && [ "$sandboxed_end" != 0 ]
}

# Tells whether the process looked at carries a marker. Those of ours carry the whole script instead, which need not be read.
sandboxed_marked() {
    sandboxed_looks=0
    while [ "$sandboxed_looks" -lt 1000 ]; do
        sandboxed_looks=$((sandboxed_looks + 1))
        sandboxed_shown=
        while IFS= read -r sandboxed_line || [ -n "$sandboxed_line" ]; do
            case $sandboxed_line in
            *"SANDBOXED_COMMAND=$1"*) return 0 ;;
            *SANDBOXED_SUPERVISOR=*) return 1 ;;
            esac
            sandboxed_shown=y
        done <"$sandboxed_at/environ" || return 1
        if [ -n "$sandboxed_shown" ] || ! sandboxed_becoming "$sandboxed_at"; then return 1; fi
    done
    return 1
} 2>/dev/null

# Tells whether process $2 is the command of supervisor $1: its grandchild, and not another with the same number.
sandboxed_runs() {
    sandboxed_look "$2" && sandboxed_look "$sandboxed_parent" && [ "$sandboxed_parent" = "$1" ]
}

# Finds those that command $3 of supervisor $1 with marker $2 has started and holds them, so that they start no more. The
# supervisor may have another grandchild by now, which waits for the next command.
sandboxed_find() {
    sandboxed_ours=" 1 $sandboxed_self $1 "
    sandboxed_found=' '
    if sandboxed_runs "$1" "$3"; then
        sandboxed_found=" $3 "
        kill -STOP "$3" 2>/dev/null
    fi
    sandboxed_more=y
    while [ -n "$sandboxed_more" ]; do
        sandboxed_more=
        for sandboxed_pid in /proc/[0-9]*; do
            sandboxed_pid=${sandboxed_pid#/proc/}
            case $sandboxed_ours$sandboxed_found in *" $sandboxed_pid "*) continue ;; esac
            sandboxed_look "$sandboxed_pid" || continue
            # The supervisor needs whoever waits for the command.
            if [ "$sandboxed_parent" = "$1" ]; then continue; fi
            case $sandboxed_found in
            *" $sandboxed_parent "*) ;;
            *) sandboxed_marked "$2" || continue ;;
            esac
            sandboxed_found="$sandboxed_found$sandboxed_pid "
            sandboxed_more=y
            kill -STOP "$sandboxed_pid" 2>/dev/null
        done
    done
    [ "$sandboxed_found" != ' ' ]
}

# Kills all of them, round by round. Those that multiply faster than that take everything in the guest with them; those
# that only take their time to die do not.
sandboxed_kill() {
    sandboxed_round=0
    sandboxed_killed=' '
    while sandboxed_find "$1" "$2" "$3"; do
        sandboxed_new=
        for sandboxed_pid in $sandboxed_found; do
            case $sandboxed_killed in *" $sandboxed_pid "*) continue ;; esac
            sandboxed_new=y
            sandboxed_killed="$sandboxed_killed$sandboxed_pid "
            kill -KILL "$sandboxed_pid" 2>/dev/null
        done
        if [ -n "$sandboxed_new" ]; then sandboxed_round=$((sandboxed_round + 1)); fi
        if [ "$sandboxed_round" -gt 30 ]; then
            kill -KILL -1
            # Whoever would tell the end of our next command is dead as well.
            sandboxed_say 'done'
            exit
        fi
    done
}

# Sends signal $3 to command $2 of supervisor $1.
sandboxed_signal() { sandboxed_runs "$1" "$2" && kill "-$3" "$2" 2>/dev/null; }
