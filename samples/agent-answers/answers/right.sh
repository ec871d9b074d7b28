sort -n
