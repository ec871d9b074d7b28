# Runs commands inside of a guest for somebody outside. Arguments: the word that marks what we say in between the outputs
# of commands, and what to be: init, serve or show. Only builtins of the shell: when there is no room for one more process,
# commands must still be killed and told. 3: input; 6 and 7: the two outputs; while a command runs, 1 and 2 lead to
# sandboxed_tell.

# In its POSIX mode bash does not tell who died of a signal.
[ -z "${BASH_VERSION-}" ] || set +o posix

# A command may signal its whole process group, which we are in. Not ignored, since commands would inherit that.
sandboxed_patient() { trap 'sandboxed_rung=y' HUP INT QUIT TERM; }

sandboxed_say() { printf '\036%s %s\036' "$sandboxed_word" "$1"; }

sandboxed_oom() {
    sandboxed_kills=0
    for sandboxed_file in /sys/fs/cgroup/memory.events /sys/fs/cgroup/memory/memory.oom_control; do
        if [ -r "$sandboxed_file" ]; then
            while read -r sandboxed_key sandboxed_value; do
                if [ "$sandboxed_key" = oom_kill ]; then sandboxed_kills=$sandboxed_value; fi
            done <"$sandboxed_file"
        fi
    done
}

# Tells whether somebody else could still write to the outputs: $1 is our own process.
sandboxed_held() {
    for sandboxed_fd in /proc/[0-9]*/fd/*; do
        if [ "$sandboxed_fd" -ef /proc/self/fd/7 ] || [ "$sandboxed_fd" -ef /proc/self/fd/6 ]; then
            sandboxed_pid=${sandboxed_fd#/proc/}
            case ${sandboxed_pid%%/*} in 1 | "$sandboxed_self" | "$1") ;; *) return 0 ;; esac
        fi
    done
    return 1
}

# Reads what became of a command, a number after what the shell says of signals, and tells it in both outputs.
sandboxed_tell() {
    trap '' HUP INT QUIT TERM
    sandboxed_how=exit
    sandboxed_code=
    while IFS= read -r sandboxed_line; do
        case $sandboxed_line in
        cwd | denied) sandboxed_how=$sandboxed_line ;;
        '' | *[!0-9]*) sandboxed_how=signal ;;
        *) sandboxed_code=$sandboxed_line ;;
        esac
    done
    sandboxed_before=$sandboxed_kills
    sandboxed_oom
    read -r sandboxed_teller sandboxed_line </proc/self/stat
    sandboxed_held "$sandboxed_teller" && sandboxed_free=held || sandboxed_free=free
    sandboxed_end="end $sandboxed_how ${sandboxed_code:-lost} $((sandboxed_kills - sandboxed_before)) $sandboxed_free"
    sandboxed_say "$sandboxed_end" >&7
    sandboxed_say "$sandboxed_end" >&6
}

# Tells of a command that has killed who should have done so.
sandboxed_lost() {
    sandboxed_say 'end exit lost 0 held' >&7
    sandboxed_say 'end exit lost 0 held' >&6
}

sandboxed_cd() {
    cd -- "$1" 2>/dev/null && return
    if [ -d "$1" ]; then echo denied; else echo cwd; fi
    exit 1
}

# Becomes the command, with nothing to read or with the rest of what we are sent.
sandboxed_run() { exec "$@" </dev/null >&7 2>&6 3<&- 6>&- 7>&-; }
sandboxed_feed() { exec "$@" <&3 >&7 2>&6 3<&- 6>&- 7>&-; }

# Puts aside what a process is called, since that may contain anything: leaves its state and its parent.
sandboxed_look() {
    { IFS= read -r sandboxed_line <"/proc/$1/stat"; } 2>/dev/null || return 1
    sandboxed_line=${sandboxed_line##*) }
    sandboxed_state=${sandboxed_line%% *}
    sandboxed_line=${sandboxed_line#* }
    sandboxed_parent=${sandboxed_line%% *}
    case $sandboxed_state in Z | X) return 1 ;; esac
}

sandboxed_marked() {
    while IFS= read -r sandboxed_line || [ -n "$sandboxed_line" ]; do
        case $sandboxed_line in *"SANDBOXED_COMMAND=$2"*) return 0 ;; esac
    done <"/proc/$1/environ"
    return 1
} 2>/dev/null

# Finds those that the command of supervisor $1 with marker $2 has started and holds them, so that they start no more.
sandboxed_find() {
    sandboxed_ours=" 1 $sandboxed_self $1 "
    sandboxed_helpers=' '
    sandboxed_found=' '
    sandboxed_more=y
    while [ -n "$sandboxed_more" ]; do
        sandboxed_more=
        for sandboxed_pid in /proc/[0-9]*; do
            sandboxed_pid=${sandboxed_pid#/proc/}
            case $sandboxed_ours$sandboxed_helpers$sandboxed_found in *" $sandboxed_pid "*) continue ;; esac
            sandboxed_look "$sandboxed_pid" || continue
            if [ "$sandboxed_parent" = "$1" ]; then
                sandboxed_helpers="$sandboxed_helpers$sandboxed_pid "
                sandboxed_more=y
                continue
            fi
            case $sandboxed_helpers$sandboxed_found in
            *" $sandboxed_parent "*) ;;
            *) sandboxed_marked "$sandboxed_pid" "$2" || continue ;;
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
    while sandboxed_find "$1" "$2"; do
        sandboxed_new=
        for sandboxed_pid in $sandboxed_found; do
            case $sandboxed_killed in *" $sandboxed_pid "*) continue ;; esac
            sandboxed_new=y
            sandboxed_killed="$sandboxed_killed$sandboxed_pid "
            kill -KILL "$sandboxed_pid" 2>/dev/null
        done
        if [ -n "$sandboxed_new" ]; then sandboxed_round=$((sandboxed_round + 1)); fi
        if [ "$sandboxed_round" -gt 30 ]; then kill -KILL -1; fi
    done
}

# Sends signal $2 to the command of supervisor $1, which is its grandchild.
sandboxed_signal() {
    for sandboxed_pid in /proc/[0-9]*; do
        sandboxed_pid=${sandboxed_pid#/proc/}
        sandboxed_look "$sandboxed_pid" && sandboxed_child=$sandboxed_parent && sandboxed_look "$sandboxed_child" &&
            [ "$sandboxed_parent" = "$1" ] && kill "-$2" "$sandboxed_pid" 2>/dev/null
    done
}

# Runs commands, one after the other, as it is asked to in lines of shell: "!" begins an errand of ours, "<" a command that
# reads the rest of the input, and a number stands for that many bytes of a request too long for a line.
sandboxed_serve() {
    read -r sandboxed_self sandboxed_line </proc/self/stat
    exec 3<&0 6>&2 7>&1 </dev/null
    sandboxed_patient
    IFS= read -r sandboxed_line </proc/version
    sandboxed_say "hello $sandboxed_self $sandboxed_line" >&7
    # A line break inside of a word of a request.
    sandboxed_n='
'
    while :; do
        sandboxed_rung=
        IFS= read -r sandboxed_request <&3 || {
            if [ -n "$sandboxed_rung" ]; then continue; fi
            exit
        }
        case $sandboxed_request in
        '!'*)
            eval "${sandboxed_request#?}"
            sandboxed_say done >&7
            continue
            ;;
        esac
        sandboxed_last=
        case $sandboxed_request in
        '<'*)
            sandboxed_last=y
            sandboxed_request=${sandboxed_request#?}
            ;;
        esac
        case $sandboxed_request in [0-9]*) sandboxed_request=$(head -c "$sandboxed_request" <&3) ;; esac
        sandboxed_say begin >&7
        sandboxed_oom
        {
            sandboxed_patient
            (eval "$sandboxed_request")
            sandboxed_code=$?
            exec 3<&- 6>&- 7>&-
            echo "$sandboxed_code"
        } 2>&1 | sandboxed_tell || sandboxed_lost
        if [ -n "$sandboxed_last" ]; then exit; fi
    done
}

# Runs one command on a terminal, in directory $1, with $2 rows and $3 columns, which a runtime may set only when the
# command has looked already. It all comes as arguments, since a terminal shows what it is sent.
sandboxed_show() {
    read -r sandboxed_self sandboxed_line </proc/self/stat
    exec 3<&0 6>&2 7>&1
    sandboxed_patient
    sandboxed_say "hello $sandboxed_self" >&7
    sandboxed_oom
    {
        sandboxed_patient
        (
            sandboxed_cd "$1"
            stty rows "$2" cols "$3" <&3 2>/dev/null
            shift 3
            sandboxed_say begin >&7
            sandboxed_feed "$@"
        )
        sandboxed_code=$?
        exec 3<&- 6>&- 7>&-
        echo "$sandboxed_code"
    } 2>&1 | sandboxed_tell
}

# Is the first process of the guest: serves like any other, and then only takes care of orphans.
sandboxed_init() {
    sandboxed_patient
    # What the shell says of its end is not for the next command.
    exec 6>&2 2>/dev/null
    (sandboxed_serve 2>&6)
    # Our own outputs end only with the guest, so whoever waits for a command that killed the one above must be told.
    sandboxed_say gone
    sandboxed_say gone >&6
    # Ignored from here on: each signal that is caught would end the wait below and start one more sleep.
    trap '' HUP INT QUIT TERM
    exec </dev/null >/dev/null 6>&-
    while :; do
        sleep 1000000 &
        wait
    done
}

unset SANDBOXED_SUPERVISOR
sandboxed_word=$1
sandboxed_what=$2
shift 2
"sandboxed_$sandboxed_what" "$@"
