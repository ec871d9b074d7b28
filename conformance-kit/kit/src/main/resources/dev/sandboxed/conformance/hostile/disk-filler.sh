dd if=/dev/zero of=large bs=1024k count=64 && got "writes 64 MiB where 32 MiB are allowed"
