while :; do
  i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done
  times >used; read -r user rest <used
  case $user in 0m[0-LAST][.,]*) ;; *) exit 0 ;; esac
done
