# Removes the files whose paths it reads, one in each line.
cd / || exit
while IFS= read -r path; do rm -f -- "$path" || exit; done
