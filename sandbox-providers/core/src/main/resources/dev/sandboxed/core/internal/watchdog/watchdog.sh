# Waits for the end of the JVM at the other end of the pipe, which writes a line whenever it begins or stops to have sandboxes:
# the names of their providers. If the last line is not empty when the pipe is closed, the JVM was killed.
# "$@": the program that removes what is left; it is given the providers.
trap '' HUP INT TERM
providers=
while read -r line; do providers=$line; done
# shellcheck disable=SC2086 # one argument for each provider
[ -z "$providers" ] || exec "$@" $providers
