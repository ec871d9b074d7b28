set -e
mkdir -p dir/deep
printf 'a\000b' >dir/deep/binary
: >empty
echo hidden >.hidden
printf '#!/bin/sh\necho ran\n' >script
chmod 755 script
echo s >secret
chmod 600 secret
mkdir closed
chmod 700 closed
ln -s dir/deep near
ln -s no/where dangling
