# Completions that their shells can read, and a man page that scdoc can, where these are installed.
for shell in bash zsh fish; do
    lengthen help --completion $shell >script
    grep -c -e encoding.base script | sed 's/[1-9].*/has options/'
    for name in noisy_relative randpe-table1-small 'curves' rank; do
        grep -q -e "$name" script || echo "$shell: no $name"
    done
    if need $shell; then $shell -n script; fi
done
lengthen help --scdoc | grep '^#'
if need scdoc; then { printf 'lengthen(1)\n\n'; lengthen help --scdoc; } | scdoc >/dev/null; fi
try lengthen help --completion ksh
