# Runs commands inside of a guest for somebody outside. Arguments: the word that marks what we say in between the outputs
# of commands, and what to be: init, serve, show or admit. Only builtins of the shell: when there is no room for one more process,
# commands must still be killed and told. Few calls of the kernel between a request and its command, since some kernels
# take long for each. killing.sh is read before. 3: our input; 6 and 7: the two outputs; 8: leads from a process that becomes a command to the
# supervisor.

# In its POSIX mode bash does not tell who died of a signal.
if [ -n "${BASH_VERSION-}" ]; then
    set +o posix
    shopt -s lastpipe
fi

# A command may signal its whole process group, which we are in. Not ignored, since commands would inherit that.
sandboxed_patient() { trap 'sandboxed_rung=y' HUP INT QUIT TERM; }

sandboxed_say() { printf '\036%s %s\037' "$sandboxed_word" "$1"; }

sandboxed_oom() {
    sandboxed_kills=0
    for sandboxed_file in /sys/fs/cgroup/memory.events /sys/fs/cgroup/memory/memory.oom_control; do
        [ -r "$sandboxed_file" ] || continue
        while read -r sandboxed_key sandboxed_value; do
            if [ "$sandboxed_key" = oom_kill ]; then sandboxed_kills=$sandboxed_value; fi
        done <"$sandboxed_file"
    done
}

# Finds out our own process, which a shell does not know of itself where it is not the first; to read it would take a call
# of the kernel for every byte.
sandboxed_find_self() { cd -P /proc/self && sandboxed_self=${PWD#/proc/} && cd / || exit; }

# Tells in both outputs what became of a command: how it ended, with which code, and how many were killed for lack of memory.
sandboxed_tell() {
    sandboxed_say "end $sandboxed_turn $1 $2 $3" >&7
    sandboxed_say "end $sandboxed_turn $1 $2 $3" >&6
}

# Runs a function in a process of its own, and one around it that tells its end where there is no doubt about it. Else it
# writes the exit code down, after whatever the function writes and the shell has to say of signals.
sandboxed_watch() {
    exec 2>&1
    sandboxed_patient
    ("$@")
    sandboxed_code=$?
    if [ "$sandboxed_code" -le 128 ]; then
        sandboxed_tell exit "$sandboxed_code" 0
        echo told
    else
        echo "$sandboxed_code"
    fi
}

# Does so, and remembers what was written down. Bash tells nobody's death where its output is to be remembered.
sandboxed_follow() {
    if [ -n "${BASH_VERSION-}" ]; then
        sandboxed_watch "$@" | IFS= read -r -d '' sandboxed_ended
        sandboxed_ended=${sandboxed_ended%"$sandboxed_n"}
    else
        sandboxed_ended=$(sandboxed_watch "$@")
    fi
}

# Tells the end of a command from what was written down: the number of kills for lack of memory before it, if there were
# any; what the shell says of signals, or why the command could not begin; its exit code.
sandboxed_explain() {
    sandboxed_code=${sandboxed_ended##*"$sandboxed_n"}
    case $sandboxed_code in
    told) return ;;
    '' | *[!0-9]*) sandboxed_code=lost ;;
    *) sandboxed_ended=${sandboxed_ended%"$sandboxed_code"} ;;
    esac
    sandboxed_before=0
    case $sandboxed_ended in
    kills*)
        sandboxed_before=${sandboxed_ended%%"$sandboxed_n"*}
        sandboxed_ended=${sandboxed_ended#"$sandboxed_before$sandboxed_n"}
        ;;
    esac
    case $sandboxed_ended in
    '') sandboxed_how='exit' ;;
    cwd* | file* | denied* | unsettable*) sandboxed_how=${sandboxed_ended%%"$sandboxed_n"*} ;;
    *) sandboxed_how=signal ;;
    esac
    sandboxed_oom
    sandboxed_tell "$sandboxed_how" "$sandboxed_code" $((sandboxed_kills - ${sandboxed_before#kills }))
}

# Remembers who is there before a command: none of them can have our outputs.
sandboxed_remember() { set -- /proc/[0-9]* && sandboxed_there=" $* "; }

# Tells whether somebody who has come since then could still write to the outputs.
sandboxed_busy() {
    for sandboxed_pid in /proc/[0-9]*; do
        case $sandboxed_there in *" $sandboxed_pid "*) ;; *) if sandboxed_holds; then return 0; fi ;; esac
    done
    return 1
}

# Tells whether that process has the outputs open. One whose first thread has ended shows what it has open only at the others,
# or, in an old gVisor, nowhere. A list that no longer holds when it was gone through is made again: the thread may just
# have ended. Whoever changes it all the time is taken for one that has them.
sandboxed_holds() {
    for sandboxed_try in 1 2 3; do
        set -- "$sandboxed_pid"/fd/*
        case $1 in *'*') set -- "$sandboxed_pid"/task/*/fd/* ;; esac
        case $1 in *'*') sandboxed_look "${sandboxed_pid#/proc/}" && [ "$sandboxed_state" = Z ]; return ;; esac
        for sandboxed_fd; do
            if [ "$sandboxed_fd" -ef /proc/self/fd/7 ] || [ "$sandboxed_fd" -ef /proc/self/fd/6 ]; then return 0; fi
        done
        if [ -e "$1" ]; then return 1; fi
    done
    return 0
}

# Takes the outputs over from the supervisor.
sandboxed_take_over() { exec 8>&1 >&7 2>&6 6>&- 7>&-; }

sandboxed_begin() {
    sandboxed_oom
    if [ "$sandboxed_kills" != 0 ]; then echo "kills $sandboxed_kills" >&8; fi
}

sandboxed_cd() {
    if [ -d "$1" ] && [ -x "$1" ] && cd -- "$1"; then
        unset OLDPWD
    else
        if [ -d "$1" ]; then echo denied >&8; elif [ -e "$1" ]; then echo file >&8; else echo cwd >&8; fi
        exit 200
    fi
}

# Becomes a command: its marker, its directory, its variables up to --, and its words. A request that has variables which no
# shell can set says in sandboxed_odd what to do about them.
sandboxed_run() {
    sandboxed_begin
    sandboxed_say "begin $sandboxed_turn $sandboxed_self"
    export SANDBOXED_COMMAND="$1"
    sandboxed_cd "$2"
    shift 2
    while [ "$1" != -- ]; do
        export "${1?}"
        shift
    done
    shift
    eval "$sandboxed_odd"
    exec "$@" 3<&- 8>&-
}

# Becomes a command that reads the rest of what we are sent.
sandboxed_feed() {
    echo last >&8
    exec <&3
    sandboxed_run "$@"
}

# Waits for a request and becomes the command, so that nothing is left to be done when it comes. A request is a line: what
# to do, and words as in shell; or the number of its bytes if it is too long for a line.
sandboxed_wait() {
    sandboxed_patient
    sandboxed_take_over
    sandboxed_find_self
    while :; do
        sandboxed_rung=
        IFS= read -r sandboxed_request <&3 || {
            if [ -n "$sandboxed_rung" ]; then continue; fi
            echo over >&8
            exit 200
        }
        case $sandboxed_request in
        kill* | signal*)
            eval "sandboxed_$sandboxed_request"
            sandboxed_say 'done'
            ;;
        *) break ;;
        esac
    done
    trap - HUP INT QUIT TERM
    case $sandboxed_request in [0-9]*) sandboxed_request=$(head -c "$sandboxed_request" <&3) ;; esac
    eval "sandboxed_$sandboxed_request"
}

# Runs commands, one after the other. The end of each is told first, and then whether another can follow. Turns have
# numbers, since who waits for a request may be killed, and that is not the end of the next command.
sandboxed_serve() {
    sandboxed_find_self
    exec 3<&0 6>&2 7>&1 </dev/null
    sandboxed_patient
    IFS= read -r sandboxed_line </proc/version
    sandboxed_say "hello $sandboxed_self $sandboxed_line"
    sandboxed_turn=0
    while :; do
        sandboxed_turn=$((sandboxed_turn + 1))
        sandboxed_remember
        sandboxed_follow sandboxed_wait
        sandboxed_last=
        case $sandboxed_ended in
        over*) exit ;;
        last*)
            sandboxed_last=y
            sandboxed_ended=${sandboxed_ended#last"$sandboxed_n"}
            ;;
        esac
        sandboxed_explain
        if [ -n "$sandboxed_last" ] && [ -n "${sandboxed_drains-}" ]; then cat <&3 >/dev/null 2>&1; fi
        if [ -n "$sandboxed_last" ] || [ "$sandboxed_code" = lost ]; then exit; fi
        if sandboxed_busy; then
            sandboxed_say busy
            exit
        fi
        sandboxed_say ready
    done
}

# Becomes a command on a terminal: in directory $1, with $2 rows and $3 columns, which a runtime may set only when the
# command has looked already, and after $4 was done about variables that no shell can set.
sandboxed_act() {
    sandboxed_take_over
    sandboxed_find_self
    sandboxed_begin
    sandboxed_cd "$1"
    stty rows "$2" cols "$3" 2>/dev/null
    sandboxed_odd=$4
    shift 4
    eval "$sandboxed_odd"
    sandboxed_say "begin $sandboxed_turn $sandboxed_self"
    exec "$@" 8>&-
}

# Runs one command on a terminal. It all comes as arguments, since a terminal shows what it is sent.
sandboxed_show() {
    sandboxed_find_self
    sandboxed_turn=1
    exec 6>&2 7>&1
    sandboxed_patient
    sandboxed_say "hello $sandboxed_self"
    sandboxed_follow sandboxed_act "$@"
    sandboxed_explain
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

# Opens the pipes of door $1 and becomes what the first line there says, as an orphan: it kills the shell around it, which
# nobody needs any more. In the background of a shell, all that it starts would ignore SIGINT.
sandboxed_enter() (
    (
        read -r sandboxed_self sandboxed_name sandboxed_state sandboxed_parent sandboxed_line </proc/self/stat
        kill -KILL "$sandboxed_parent"
        trap - CHLD
        exec <"$1.in" >"$1.out" 2>"$1.err"
        IFS= read -r sandboxed_line
        eval "$sandboxed_line"
    )
    :
)

# Is the first process of a guest that nobody can enter: reads numbers of doors, which are named pipes in directory $1, starts
# a process at each, or says that it could not, and takes care of orphans. A process can have $2 files open, if that is said.
# It cannot be killed from inside, except by SIGINT, which dash takes for itself. Children would pile up behind a "read", so
# the signal of their death, which ends that, has "jobs" bury them. "command eval" survives that no process can be made.
sandboxed_admit() {
    ulimit -c 0
    if [ -n "$2" ]; then ulimit -n "$2"; fi
    unset SANDBOXED
    trap 'sandboxed_rung=y' INT
    trap 'sandboxed_rung=y; jobs >/dev/null 2>&1' CHLD
    while :; do
        sandboxed_rung=
        IFS= read -r sandboxed_door || if [ -n "$sandboxed_rung" ]; then continue; else exit 0; fi
        command eval 'sandboxed_enter "$1/$sandboxed_door"' 2>/dev/null
        if [ $? -ne 137 ]; then echo "no $sandboxed_door"; fi
    done
}

# Is what the arguments say. What is admitted may be a supervisor, which needs the script.
sandboxed_be() {
    sandboxed_word=$1
    sandboxed_what=$2
    shift 2
    if [ "$sandboxed_what" != admit ]; then unset SANDBOXED_SUPERVISOR; fi
    "sandboxed_$sandboxed_what" "$@"
}

# A line break inside of a word.
sandboxed_n='
'
sandboxed_odd=
sandboxed_be "$@"
