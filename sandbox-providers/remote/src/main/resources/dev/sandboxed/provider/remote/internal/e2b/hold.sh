# Holds still all that some supervisors have started, and says so in between their outputs: nothing of what came before is on
# its way any more when that is heard. $1: STOP, or CONT to let all of them go instead; $2: what to say; $3: how the marks of
# commands begin; then the words of the supervisors. Prints whom it has held, the last first. killing.sh of sandbox-guest is read
# before, which knows how processes are looked at.
signal=$1 said=$2 mark=$3
shift 3

# Tells whether something can be said there: not in a file, which somebody may have put in the place of outputs.
speaks() { [ -p "$1" ] || [ -c "$1" ]; }

# Tells whether a process is one of the supervisors or has come from one, once it is known who speaks for that supervisor: one
# that has only begun has no outputs yet where it would say what it is told, and a command that begins has none any more.
supervises() {
    IFS= read -r line <"$1/cmdline" || [ -n "$line" ] || return 1
    for word in $words; do
        case $line in *"$word"*) ;; *) continue ;; esac
        case $signal$carriers in CONT* | *" $word:"*) return 0 ;; esac
        speaks "$1/fd/7" && speaks "$1/fd/6" && carriers="$carriers $word:${1#/proc/}"
        return
    done
    return 1
} 2>/dev/null

# Tells whether there are supervisors for which nobody speaks.
missing() {
    for word in $words; do
        case $carriers in *" $word:"*) ;; *) return 0 ;; esac
    done
    return 1
}

# Signals those that were found, parents before their children: a shell that saw a job of its own stop would take the terminal.
signal_all() {
    while [ "$found" != ' ' ]; do
        for one in $families; do
            pid=${one%:*}
            case $found in *" $pid "*) ;; *) continue ;; esac
            case $found in *" ${one#*:} "*) continue ;; esac
            found="${found%%" $pid "*} ${found#*" $pid "}"
            kill "-$signal" "$pid" 2>/dev/null && held="$held$pid " last="$pid $last" more=y
        done
    done
}

words=$* carriers= held=' ' last= more=y rounds=0
while [ -n "$more" ]; do
    more= found=' ' families=
    for at in /proc/[0-9]*; do
        pid=${at#/proc/}
        case "$held$$ " in *" $pid "*) continue ;; esac
        sandboxed_look "$pid" || continue
        # A process whose first thread has ended is stopped if the others are.
        case $sandboxed_state in Z | X) sandboxed_state=${sandboxed_line##*) } ;; esac
        # Who was stopped by somebody else stays so.
        case $signal$sandboxed_state in STOP[Tt]* | CONT[!Tt]*) continue ;; esac
        case $held in
        *" $sandboxed_parent "*) ;;
        *) supervises "$at" || sandboxed_marked "$mark" || continue ;;
        esac
        found="$found$pid " families="$families $pid:$sandboxed_parent"
    done
    signal_all
    # It may have ended, too, so that nobody waits for it for long.
    if [ "$signal" = STOP ] && [ "$rounds" -lt 20 ] && missing; then
        rounds=$((rounds + 1)) more=y
        sleep 0.05 2>/dev/null
    fi
done
for carrier in $carriers; do
    for output in 7 6; do
        printf '\036%s held %s\037' "${carrier%%:*}" "$said" >>"/proc/${carrier#*:}/fd/$output"
    done
done
echo "$last"
