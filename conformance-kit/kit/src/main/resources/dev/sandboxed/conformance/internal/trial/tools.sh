for tool in setsid nc ncat netcat curl wget bash python3 perl stty; do
  command -v "$tool" >/dev/null 2>&1 && echo "$tool"
done
if sleep 0.01 2>/dev/null; then echo naps; fi
exit 0
