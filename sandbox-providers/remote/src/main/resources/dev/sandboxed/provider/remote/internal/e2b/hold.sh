# Holds still all that some supervisors have started, and says so in between their outputs: nothing of what came before is on
# its way any more when that is heard. $1: what to say; $2: how the marks of commands begin; then the words of the supervisors.
# Prints whom it has held, the last first.
said=$1 mark=$2
shift 2

# Tells whether a process was started by one of our commands, which carries its mark.
marked() {
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in *"SANDBOXED_COMMAND=$mark"*) return 0 ;; esac
    done <"$1/environ"
    return 1
} 2>/dev/null

# Tells whether a process is one of the supervisors, and remembers the first with each word.
supervises() {
    IFS= read -r line <"$1/cmdline" || [ -n "$line" ] || return 1
    for word in $words; do
        case $line in
        *"$word"*)
            case $carriers in *" $word:"*) ;; *) carriers="$carriers $word:${1#/proc/}" ;; esac
            return 0
            ;;
        esac
    done
    return 1
} 2>/dev/null

words=$* carriers= held=' ' last= more=y
while [ -n "$more" ]; do
    more=
    for at in /proc/[0-9]*; do
        pid=${at#/proc/}
        case "$held$$ " in *" $pid "*) continue ;; esac
        { IFS= read -r line <"$at/stat"; } 2>/dev/null || continue
        line=${line##*) }
        # Who was stopped by somebody else stays so.
        case $line in [ZXTt]*) continue ;; esac
        line=${line#* }
        case $held in
        *" ${line%% *} "*) ;;
        *) supervises "$at" || marked "$at" || continue ;;
        esac
        kill -STOP "$pid" 2>/dev/null || continue
        held="$held$pid " last="$pid $last" more=y
    done
done
for carrier in $carriers; do
    for output in 7 6; do
        printf '\036%s held %s\037' "${carrier%%:*}" "$said" >"/proc/${carrier#*:}/fd/$output"
    done
done
echo "$last"
