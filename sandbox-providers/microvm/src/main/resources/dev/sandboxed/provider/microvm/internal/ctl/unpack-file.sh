# Unpacks the archive $2 into directory $1.
tar -x -p -o -f "$2" -C "$1"
