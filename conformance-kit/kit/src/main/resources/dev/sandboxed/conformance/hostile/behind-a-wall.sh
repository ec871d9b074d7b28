# What follows would harm a host. It is done only where it was proven, inside this sandbox, that the host is out of reach.
[ "$HOSTILE_APART" = yes ] || exit 1
