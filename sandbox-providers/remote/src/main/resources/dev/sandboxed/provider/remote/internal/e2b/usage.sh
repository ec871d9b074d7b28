# Adds up what all processes of a sandbox have used, those that have ended in the account of whoever waited for them. By the
# shell alone: not every template has a program for it. Prints ticks, pages, processes, ticks in a second, bytes in a page.
ticks=0 pages=0 count=0
for stat in /proc/[0-9]*/stat; do
    { IFS= read -r line <"$stat"; } 2>/dev/null || continue
    # shellcheck disable=SC2086 # one word for each of its figures
    set -- ${line##*) }
    ticks=$((ticks + ${12} + ${13} + ${14} + ${15})) pages=$((pages + ${22})) count=$((count + 1))
done
echo "$ticks $pages $count $(getconf CLK_TCK 2>/dev/null || echo 100) $(getconf PAGESIZE 2>/dev/null || echo 4096)"
