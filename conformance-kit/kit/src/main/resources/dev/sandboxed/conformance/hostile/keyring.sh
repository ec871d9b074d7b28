# The keyring of the process, which goes with it, and that of the user.
call "$add_key" user "hostile-$HOSTILE_WORD" secret 6 -2 && got "adds a key to a keyring of the host's kernel"
call "$keyctl" 0 -4 0 && got "reaches the keyring of the user"
grep -q . /proc/keys && got "reads the list of keys"
