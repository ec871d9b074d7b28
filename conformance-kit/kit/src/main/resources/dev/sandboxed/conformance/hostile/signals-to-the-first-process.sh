for signal in HUP INT QUIT USR1 TERM STOP CONT KILL; do
  kill -s "$signal" 1
done
