# A raw one for ICMP, and one for whole packets.
for kind in "2, 3, 1" "17, 3, 0"; do
  if command -v perl; then
    perl -e "exit !socket(S, $kind)"
  elif command -v python3; then
    python3 -c "import socket; socket.socket($kind)"
  else
    # BusyBox opens one for packets first, and tells what it could not do.
    case $(arping -c 1 -w 1 -I lo 127.0.0.1 2>&1) in *ARP*) ;; *) false ;; esac
  fi >/dev/null && got "has a raw socket ($kind)"
done
