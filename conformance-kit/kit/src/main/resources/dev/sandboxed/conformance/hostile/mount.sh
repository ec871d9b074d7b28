mkdir mounted
if mount -t tmpfs "hostile-$HOSTILE_WORD" mounted; then
  got "mounts a file system"
  umount mounted
fi
unshare -U -r -m mount -t tmpfs "hostile-$HOSTILE_WORD" mounted &&
  got "mounts a file system in a user namespace of its own"
