#compdef lengthen
# zsh completion for lengthen; the program itself lists the candidates
_lengthen() {
    local -a lines names
    lines=("${(@f)$("${words[1]/#\~/$HOME}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    names=("${(@)lines[2,-1]//:/\\:}")
    names=("${(@)${(@)names/$'\t'/:}%:}")
    compset -P '--*='
    (( $#lines > 1 )) && _describe name names
    case $lines[1] in
    files) _files ;;
    folders) _files -/ ;;
    esac
}
_lengthen "$@"
