#!/bin/sh
# check_house.sh [layers]
#
# Checks conventions of the source tree that compilers do not check. Folders include only lower layers. Headers (except
# .inc) compile alone. Registries agree with their folders. Code does not depend on names of entries and, below config/,
# does not read options by name. Functions are short; C style and 120 columns hold. Documents name existing files and
# identifiers (check_architecture.py). With the argument "layers" it prints, for each pair of folders, the number of
# files of the first folder that include headers of the second.
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Each folder, and the other folders and headers that it may include.
rules='api      lengthen.h
base     api lengthen.h
formula  base api
kernel   base formula
graph    base formula kernel
data     base api lengthen.h
metric   base api lengthen.h
nn       base formula kernel graph data/data.h
train    base formula kernel graph data metric nn
decode   base kernel graph data nn train
evaluate base kernel graph data metric nn train decode
rules    base data metric nn train
config   base formula data metric nn train decode evaluate rules api lengthen.h
run      base kernel data metric train decode evaluate config api lengthen.h
analyze  base kernel data metric nn train decode evaluate config run api lengthen.h
bench    base kernel train evaluate config run api lengthen.h
sweep    base kernel metric config run api lengthen.h
report   base metric output config run sweep api lengthen.h
output   base api lengthen.h
cli      base/embed.h output api lengthen.h'

# Each variant of a registry has a file and a line in a list. Columns: files, list, macro, constant.
registries='src/graph/op_@.c               src/graph/ops.def                OP                 lg_op_desc_@
src/nn/position/@.c            src/nn/axes/positions.def             POSITIONS          lg_position_@
src/nn/projection/@.c          src/nn/axes/projections.def           PROJECTION         lg_projection_@
src/nn/encoding/@.c            src/nn/axes/encodings.def             ENCODING           lg_encoding_@
src/nn/mask/@.c                src/nn/axes/masks.def                 MASK               lg_mask_@
src/nn/scale/@.c               src/nn/axes/scales.def                SCALE              lg_scale_@
src/nn/attention_function/@.c  src/nn/axes/attention_functions.def   ATTENTION_FUNCTION lg_attention_function_@
src/nn/residual/@.c            src/nn/axes/residuals.def             RESIDUAL           lg_residual_@
src/nn/block/@.c               src/nn/axes/blocks.def                BLOCK              lg_block_@
src/nn/sublayer/@.c            src/nn/axes/sublayers.def             SUBLAYER           lg_sublayer_@
src/nn/norm/@.c                src/nn/axes/norms.def                 NORM               lg_norm_@
src/nn/mixer/@.c               src/nn/axes/mixers.def                MIXER              lg_mixer_@
src/nn/initialisation/@.c      src/nn/axes/initialisations.def       INITIALISATION     lg_initialisation_@
src/nn/head/@.c                src/nn/axes/heads.def                 HEAD               lg_head_@
src/nn/cell/@.c                src/nn/axes/cells.def                 CELL               lg_cell_@
src/nn/store/@.c               src/nn/axes/stores.def                STORE              lg_store_@
src/nn/architecture/@.c        src/nn/axes/architectures.def         ARCHITECTURE       lg_architecture_@
src/data/task/@.c              src/data/tasks.def               TASK               lg_task_@
src/data/entry/@.c             src/data/data.def                DATA               lg_data_@
src/data/text_task/@.c         src/data/text_tasks.def          TEXT_TASK          lg_text_task_@
src/data/curriculum/@.c        src/data/curriculums.def         CURRICULUM         lg_curriculum_@
src/metric/metric_@.c          src/metric/metrics.def           METRIC             lg_metric_@
src/metric/tokenization/@.c    src/metric/tokenizations.def    TOKENIZATION       lg_tokenization_@
src/train/optimizer/@.c        src/train/optimizers.def         OPTIMIZER          lg_optimizer_@
src/train/schedule/@.c         src/train/schedules.def          SCHEDULE           lg_schedule_@
src/evaluate/protocol/@.c      src/evaluate/protocols.def       PROTOCOL           lg_protocol_@
src/sweep/draw/@.c             src/sweep/draw/draws.def         DRAW               lg_draw_@
src/sweep/distribution/@.c     src/sweep/distribution/distributions.def DISTRIBUTION lg_distribution_@
src/sweep/promotion/@.c        src/sweep/promotion/promotions.def PROMOTION       lg_promotion_@
src/sweep/export/@.c           src/sweep/export/exports.def     EXPORT             lg_export_@
src/report/table/@.c           src/report/tables.def            TABLE              lg_table_@
src/report/figure/@.c          src/report/figures.def           FIGURE             lg_figure_@
src/cli/command/@.c            src/cli/command/commands.def     COMMAND            cli_command_@
src/cli/sweep/@.c              src/cli/sweep/verbs.def          VERB               cli_sweep_@
src/cli/analyze/@.c            src/cli/analyze/analyses.def     ANALYSIS           cli_analyze_@'

# Every include with quotation marks: file, its folder, the included header, its folder.
includes() {
    grep -roE --include='*.[ch]' --include='*.cc' --include='*.inc' '^[ ]*#[ ]*include "[^"]+"' src | sed -E 's/:[^"]*"/ /; s/"$//' |
        awk '{ split($1, from, "/"); to = $2; sub("/.*", "", to); print $1, from[2], $2, to }' | sort -u
}

print_arrows() {
    echo "$rules" | awk '
        FILENAME == "-" { row[++rows] = $1; next }
        !seen[$1, $4]++ { count[$2, $4]++ }
        END {
            printf "%-9s", "includes"
            for (j = 1; j < rows; j++) printf "%9s", row[j]
            print "  lengthen.h"
            for (i = 1; i <= rows; i++) {
                printf "%-9s", row[i]
                for (j = 1; j < rows; j++) printf "%9s", i == j ? "-" : count[row[i], row[j]] + 0 ? count[row[i], row[j]] : "."
                printf "%12s\n", count[row[i], "lengthen.h"] + 0 ? count[row[i], "lengthen.h"] : "."
            }
        }' - "$scratch/includes"
}

check_layers() {
    echo "$rules" | awk '
        FILENAME == "-" { known[$1] = 1; allowed[$1, $1] = 1; for (i = 2; i <= NF; i++) allowed[$1, $i] = 1; next }
        !known[$2] { print $1 ": the folder " $2 " has no rule in tools/check_house.sh"; bad = 1; next }
        $3 ~ /^lengthen\/(core|metric)\.h$/ && $2 != "cli" { next }
        !allowed[$2, $4] && !allowed[$2, $3] { print $1 ": " $2 " must not include \"" $3 "\""; bad = 1 }
        END { exit bad }' - "$scratch/includes"
}

# One style of comparisons: `!p` and `p` instead of comparisons with NULL, `!strcmp(...)` instead of comparisons
# with 0. No invisible control characters.
check_dialect() {
    ! grep -rnP --include='*.[ch]' --include='*.cc' --include='*.inc' --include='*.def' '[\x01-\x08\x0b-\x1f\x7f]' \
        src include test fuzz bench examples &&
        ! grep -rnE --include='*.[ch]' --include='*.cc' --include='*.inc' '[=!]= NULL|\<strn?(case)?cmp\([^;]*\) [=!]= 0' src test fuzz bench examples
}

# Calls that are neither C11 nor POSIX are only in src/base/system.c.
check_systems() {
    ! grep -rnE --include='*.[ch]' --include='*.cc' \
        '__(linux|APPLE)__|"/(proc|sys)/|<(sys/(prctl|sendfile|epoll|sysctl|syscall|random)|linux/[a-z]*|mach[^>]*)\.h>|\<(sched_[gs]etaffinity|madvise|pipe2|accept4|strverscmp|copy_file_range|renameat2|memfd_create|SOCK_CLOEXEC|O_TMPFILE|MAP_POPULATE)\>' \
        src | grep -v '^src/base/system\.c:'
}

# The page never spreads an array into arguments: browsers fail beyond about 120,000 (web/src/extent.ts).
check_spreads() {
    ! grep -rnE --include='*.ts' '(Math\.(min|max)|push|unshift|fromCharCode)\([^()]*\.\.\.' web/src
}

# Entries may include the parts of a model (nn/model/parts.h) and the recorder of graphs (nn/record/build.h), but not
# nn/model/model.h.
check_entries() {
    for entry in $(ls src/nn/*/*.c | grep -vE '^src/nn/(axes|model|record|stream|pieces)/'); do
        for header in $(grep -oE '^#include "nn/[^"]+"' "$entry" | sed 's|.*"\(.*\)"|src/\1|') "$entry"; do
            ! grep -nH '^#include "nn/model/model.h"' "$header" || return 1
        done
    done
}

# Code in layers below config gets structs. It does not read lg_values or options by name.
find_lookups() { # FOLDERS
    grep -rnE --include='*.[ch]' --include='*.cc' --include='*.inc' \
        '\<(lg_values|lg_values_[a-z]+|LG_CHOOSE|lg_own_read)\>|\<lg_(int|real|text|bool|lengths)\(|\<[a-z_]+\([a-z_>-]+, "[a-z_]+\.[a-z_]+"\)|cmp\([^;]*"[a-z_]+\.[a-z_]+"' "$@" |
        grep -vE '"[a-z]+\.(safetensors|json|jsonl|yaml|txt|bin)"|lg_build_|blame\(|"(weight|input|block)\.'
}
check_lookups() {
    mkdir -p "$scratch/lookups"
    for line in 'double base = lg_real(v, "encoding.base");' 'int rows = option_of(x, "encoding.rows");' \
        'void f(const lg_values *v);' 'if (!strcmp(o->name, "mask.width")) return;'; do
        echo "$line" >"$scratch/lookups/a.c"
        find_lookups "$scratch/lookups" >/dev/null || { echo "lookup not found in: $line"; return 1; }
    done
    ! find_lookups src/base src/kernel src/graph src/data src/metric src/nn src/train src/decode src/evaluate src/rules
}

# Code in layers above train does not depend on entries: it does not compare with the name of an entry, and it does not
# set an axis to an entry. The exceptions are files in which names are data: defaults of the axes, fixed workloads of
# `bench`, settings of one study, the model of the theorems, and names in output (an array of inspect, a member of
# curves).
knowing='src/config/axes.c src/config/second_names.c
src/config/settings.c src/config/resolve.c src/analyze/api_inspect.c src/analyze/theorem_model.c src/bench/fixed_length.c
src/cli/command/bench.c src/cli/command/translate.c src/report/published.c src/report/gain.c src/report/plot/style.c
src/cli/ui/matrix.c src/cli/ui/curve.c src/cli/command/help.c'
check_names() {
    axes=$(grep -oE 'AXIS\("[a-z]+"' src/config/axes.c | sed 's/.*"\(.*\)"/\1/' | paste -sd '|')
    names=$(grep -rhoE --include='*.def' '^[A-Z_]+\([a-z0-9_]+' src/data src/metric src/nn src/train src/decode src/evaluate | sed 's/.*(//' | paste -sd '|')
    # shellcheck disable=SC2086
    ! grep -rnE --include='*.[ch]' "cmp\([^;]*\"($names)\"|\"($axes)\", +\"($names)\"" src/config src/run src/analyze \
        src/bench src/sweep src/report src/cli | grep -vF "$(printf '%s:\n' $knowing)"
}

# Functions have at most 36 lines. A body opens at the end of an unindented line and closes at the start of a line.
check_functions() {
    find src -name '*.[ch]' -o -name '*.cc' -o -name '*.inc' | sort | xargs awk '
        /^[a-z].*\) \{$/ || /^ +[^;]*\) \{$/ && !open && continued { open = FNR }
        { continued = /^[a-z][^;{}]*[,(]$/ || (continued && /,$/) }
        /^\}/ && open { if (FNR - open + 1 > 36) { print FILENAME ":" open ": a function of " FNR - open + 1 " lines"; bad = 1 }; open = 0 }
        END { exit bad }'
}

# Documents and C files have at most 120 columns; rows of tables and generated reports may be wider.
check_columns() {
    find src include test bench fuzz examples -name '*.[ch]' -o -name '*.cc' -o -name '*.inc' | sort | xargs awk '
        { gsub(/[^ -~]+/, "?") } length($0) > 120 { print FILENAME ":" FNR ": wider than 120 columns" }' >"$scratch/wide"
    find . -name '*.md' -not -path './build/*' -not -path './doc/*-small/*' | sort | while read -r file; do
        grep -v '^|' "$file" | awk -v file="$file" 'length($0) > 120 { gsub(/[^ -~]+/, "?"); if (length($0) > 120) print file ": wider than 120 columns: " $0 }'
    done >>"$scratch/wide"
    cat "$scratch/wide"
    [ ! -s "$scratch/wide" ]
}

check_headers() { # each compiles alone, the public one also as C99
    find src -name '*.h' | sort |
        xargs -P 4 -n 8 "${CC:-gcc}" -std=gnu11 -fsyntax-only -Wall -Wextra -Werror -Isrc -Iinclude -x c &&
        "${CC:-gcc}" -std=c99 -pedantic -fsyntax-only -Wall -Wextra -Werror -Iinclude -x c include/lengthen.h
}

check_registries() {
    # (kernels.def is an exception: a file has the kernels of one topic or of one instruction set.)
    find src -name '*.def' ! -name kernels.def | sort >"$scratch/lists"
    echo "$registries" | awk '{print $2}' | sort | diff - "$scratch/lists" >"$scratch/difference" || {
        echo "lists only in tools/check_house.sh (<) or only in src/ (>):"
        grep '^[<>]' "$scratch/difference"
        return 1
    }
    # shellcheck disable=SC2086
    sh test/suite/check_registries.sh $registries
}

includes >"$scratch/includes"
case ${1:-} in
layers) print_arrows && exit 0 ;;
'') ;;
*) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
esac

status=0
report() { # NAME STATUS: prints the result, with the messages of a failure
    if [ "$2" = 0 ]; then
        echo "ok      $1"
    else
        echo "FAILED  $1"
        cat "$scratch/words"
        status=1
    fi
}
set +e
check_layers >"$scratch/words" 2>&1
report layers $?
check_headers >"$scratch/words" 2>&1
report headers $?
check_registries >"$scratch/words" 2>&1
report registries $?
check_systems >"$scratch/words" 2>&1
report systems $?
check_spreads >"$scratch/words" 2>&1
report spreads $?
check_entries >"$scratch/words" 2>&1
report entries $?
check_lookups >"$scratch/words" 2>&1
report lookups $?
check_functions >"$scratch/words" 2>&1
report functions $?
check_names >"$scratch/words" 2>&1
report names $?
check_dialect >"$scratch/words" 2>&1
report dialect $?
check_columns >"$scratch/words" 2>&1
report columns $?
python3 tools/check_architecture.py >"$scratch/words" 2>&1
report documents $?
exit $status
