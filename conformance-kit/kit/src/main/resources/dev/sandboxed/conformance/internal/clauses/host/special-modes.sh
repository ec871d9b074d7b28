cd %s || exit
echo x >plain
for mode in 4755 2755 6755; do
  cp plain chmod-$mode && chmod $mode chmod-$mode
  install -m $mode plain install-$mode
  mkfifo -m $mode fifo-$mode
  mknod -m $mode node-$mode p
  mkdir -m $mode folder-$mode
  cp -p chmod-$mode copied-$mode
  cp plain moved && chmod $mode moved && mv moved moved-$mode
done 2>/dev/null
cp plain symbolic && chmod u+s,g+s symbolic 2>/dev/null
exit 0
