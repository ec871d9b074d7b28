grep -q 'NoNewPrivs:[[:space:]]*0' /proc/self/status && got "can gain privileges: NoNewPrivs is 0"

become() {
  [ "$("$@" </dev/null)" = 0 ] && got "is root after $*"
}
cp "$(command -v id)" mine && chmod 4755 mine
if [ "$(id -u)" != 0 ]; then
  become ./mine -u
  become su -c 'id -u'
  become sudo -n id -u
fi
