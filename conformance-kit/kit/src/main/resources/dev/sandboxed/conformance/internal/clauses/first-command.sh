echo "$(cat seeded/text 2>/dev/null)"
echo "$(./seeded/tool 2>/dev/null)"
echo "$(cat copied/inner/text 2>/dev/null)"
echo "$CONFORMANCE_GREETING"
pwd
