# If the programs are installed: shells can read their completions, and scdoc can read the man page.
for shell in bash zsh fish; do
    lengthen help --completion $shell >script
    if need $shell; then $shell -n script; fi
done
lengthen help --scdoc | grep '^#' | grep -v '^## lengthen analyze .' # kinds of analysis may change
if need scdoc; then { printf 'lengthen(1)\n\n'; lengthen help --scdoc; } | scdoc >/dev/null; fi
try lengthen help --completion ksh
