# As deep as a path can name.
depth=0
while [ $depth -lt 150 ]; do
  mkdir deep-and-deeper-folder
  cd deep-and-deeper-folder || break
  depth=$((depth + 1))
done
: >file
