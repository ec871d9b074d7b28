if is_process "$HOSTILE_PROCESS" "$HOSTILE_PROCESS_START"; then
  # PTRACE_SEIZE, which does not even stop it.
  call "$ptrace" 16902 "$HOSTILE_PROCESS" 0 0 && got "traces process $HOSTILE_PROCESS of the host"
  (exec 3<"/proc/$HOSTILE_PROCESS/mem") && got "opens the memory of process $HOSTILE_PROCESS of the host"
  grep -q sandboxed-canary "/proc/$HOSTILE_PROCESS/environ" &&
    got "reads the environment of process $HOSTILE_PROCESS of the host"
fi
