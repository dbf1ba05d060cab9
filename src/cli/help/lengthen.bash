# bash completion for lengthen; the program itself lists the candidates
_lengthen() {
    local kind word help cur=${COMP_WORDS[COMP_CWORD]}
    [ "$cur" != = ] || cur=
    COMPREPLY=()
    {
        read -r kind
        while IFS=$'\t' read -r word help; do
            case $word in "$cur"*) COMPREPLY+=("$word") ;; esac
        done
    } < <("${COMP_WORDS[0]/#\~/$HOME}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    [ "$kind" = words ] || compopt -o filenames 2>/dev/null
    local IFS=$'\n'
    case $kind in
    files) COMPREPLY+=($(compgen -f -- "$cur")) ;;
    folders) COMPREPLY+=($(compgen -d -- "$cur")) ;;
    esac
}
complete -F _lengthen lengthen
