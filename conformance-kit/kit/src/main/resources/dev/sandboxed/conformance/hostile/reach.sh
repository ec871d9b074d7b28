for kind in pid ipc mnt; do readlink /proc/self/ns/$kind || echo "$kind unknown"; done
n=0
for entry in /proc/[0-9]*; do
  line=
  read -r line <"$entry/cmdline"
  [ -n "$line" ] && n=$((n+1))
done
echo $n
