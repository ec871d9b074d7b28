ln -s "$HOSTILE_ATTACKED" link
file=$HOSTILE_ATTACKED/file
up=../../../../../../../../../../../..
for way in link/file "/proc/1/root$file" "/proc/self/root$file" "$up$file"; do
  grep -q sandboxed-canary "$way" && got "reads a file of the host as $way"
  (echo changed >>"$way")
done

# For those who clean up: links to a folder of the watch, one of them where nobody may look.
ln -s "$HOSTILE_KEPT" kept
mkdir -p locked/inside
ln -s "$HOSTILE_KEPT" locked/inside/kept
: >locked/inside/file
chmod 0 locked/inside locked
