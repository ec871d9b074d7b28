# Runs one command where paths are translated, and tells through descriptor 9 which process it is and its exit code. Our
# own standard error belongs to PRoot, that of the command is descriptor 8. The command inherits nothing of that.
word=$SANDBOXED_WORD
unset SANDBOXED_WORD PROOT_TMP_DIR
# A command may signal its whole process group, which we are in. Not ignored, since the command would inherit that.
trap : HUP INT QUIT TERM
(
    read -r pid rest </proc/self/stat
    echo "$word pid $pid" >&9
    exec "$@" 2>&8 8>&- 9>&-
)
echo "$word exit $?" >&9
