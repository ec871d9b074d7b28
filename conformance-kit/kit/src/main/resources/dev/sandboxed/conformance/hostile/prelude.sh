# Begins every hostile script. What to attack is in variables that begin with HOSTILE_: without them there is nothing to do.
: "${HOSTILE_WORD:?}" "${HOSTILE_ATTACKED:?}" "${HOSTILE_KEPT:?}" "${HOSTILE_SHARED:?}" "${HOSTILE_SOCKET:?}"
: "${HOSTILE_KEY:?}" "${HOSTILE_PROCESS:?}" "${HOSTILE_PROCESS_START:?}" "${HOSTILE_JVM:?}" "${HOSTILE_JVM_START:?}"

# Tells the host of something that the script got and should not have got.
got() {
  echo "got $*"
}

# Tells whether a process was started at a certain time of the host, and is not another with the same number. Where that
# cannot be read, the number alone has to do.
is_process() {
  read -r stat <"/proc/$1/stat" || return 0
  # The name, which comes second, may hold anything, so what follows it is counted.
  # shellcheck disable=SC2086 # the words are wanted
  set -- "$2" ${stat##*) }
  [ "$1" = "${21}" ]
}

# Calls the kernel with a number and what follows it, and tells whether that worked. Without a language it did not.
call() {
  if command -v perl; then
    perl -e 'exit(syscall(map { /^-?[0-9]+$/ ? $_ + 0 : $_ } @ARGV) == -1)' "$@"
  elif command -v python3; then
    python3 -c '
import ctypes, sys
words = [int(word) if word.lstrip("-").isdigit() else word.encode() for word in sys.argv[1:]]
sys.exit(ctypes.CDLL(None).syscall(*words) == -1)' "$@"
  else
    return 1
  fi >/dev/null
}

# shellcheck disable=SC2034 # read by those that follow
case $(uname -m) in
  x86_64) ptrace=101 add_key=248 keyctl=250 ;;
  aarch64) ptrace=117 add_key=217 keyctl=219 ;;
  *) ptrace=-1 add_key=-1 keyctl=-1 ;;
esac
