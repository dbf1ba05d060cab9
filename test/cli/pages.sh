# Completions that their shells can read, and a man page that scdoc can read, if these are installed.
for shell in bash zsh fish; do
    lengthen help --completion $shell >script
    if need $shell; then $shell -n script; fi
done
lengthen help --scdoc | grep '^#' | grep -v '^## lengthen analyze .' # kinds come and go
if need scdoc; then { printf 'lengthen(1)\n\n'; lengthen help --scdoc; } | scdoc >/dev/null; fi
try lengthen help --completion ksh
