n=3
deeper() {
  n=$((n+1)); echo count=$n
  if [ $n -lt FILES ]; then deeper 3</dev/null; fi
}
exec 3</dev/null
deeper
