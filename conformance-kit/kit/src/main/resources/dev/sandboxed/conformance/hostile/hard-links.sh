ln "$HOSTILE_ATTACKED/file" hard && grep -q sandboxed-canary hard &&
  got "reads a file of the host by another name of it"

# For those who clean up: names of a file of the watch, whose mode is everybody's, one of them where nobody may look.
mkdir locked
ln "$HOSTILE_KEPT/file" kept
ln "$HOSTILE_KEPT/file" locked/kept
chmod 0 locked
