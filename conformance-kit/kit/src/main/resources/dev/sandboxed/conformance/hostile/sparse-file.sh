dd if=/dev/zero of=sparse bs=1 count=1 seek=1073741823
