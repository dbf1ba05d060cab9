# fish completion for lengthen; the program itself lists the candidates
function __lengthen_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program (string replace -r '^~' ~ -- $words[1])
    set -e words[1]
    set -l lines ($program __complete $words "$current" 2>/dev/null)
    set -l flag (string match -r -- '^--[^=]*=' "$current")
    set -l value (string replace -- "$flag" '' "$current")
    set -l paths
    switch "$lines[1]"
        case files
            set paths (__fish_complete_path "$value")
        case folders
            set paths (__fish_complete_directories "$value")
    end
    for line in $lines[2..-1] $paths
        echo -- "$flag$line"
    end
end
complete -c lengthen -f -a '(__lengthen_complete)'
