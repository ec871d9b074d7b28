# Runs one command where paths are translated, and tells through descriptor 9 which process it is and its exit code. Our
# own standard error belongs to PRoot, that of the command is descriptor 8. The command inherits nothing of that: variables
# of ours are not exported, and have names that it will hardly use for its own.
sandboxed_word=$SANDBOXED_WORD
sandboxed_exports=$SANDBOXED_EXPORTS
unset SANDBOXED_WORD SANDBOXED_EXPORTS PROOT_TMP_DIR PROOT_LOADER PROOT_LOADER_32
# A command may signal its whole process group, which we are in. Not ignored, since the command would inherit that.
trap : HUP INT QUIT TERM
(
    read -r sandboxed_pid sandboxed_rest </proc/self/stat
    echo "$sandboxed_word pid $sandboxed_pid" >&9
    eval "$sandboxed_exports"
    exec "$@" 2>&8 8>&- 9>&-
)
echo "$sandboxed_word exit $?" >&9
