/* analyze.c: `lengthen analyze`, a family of kinds, each in a file in analyze/. */
#include "cli/cli.h"

#define ANALYSIS(name) extern const cli_command cli_analyze_##name;
#include "cli/analyze/analyses.def"
#undef ANALYSIS

static const cli_command *const verbs[] = {
#define ANALYSIS(name) &cli_analyze_##name,
#include "cli/analyze/analyses.def"
#undef ANALYSIS
    NULL,
};

const cli_command cli_command_analyze = {
    .name = "analyze",
    .summary = "analyze trained models: attention, activations, gradients, contexts, answers, experts, units",
    .usage = "lengthen analyze KIND RUN... [flags]",
    .examples = "lengthen analyze attention runs/a --length 40,150 --figure attention.svg\n"
                "lengthen analyze curve runs/a runs/b --lengths 1..200:5 --figure curve.pdf\n"
                "lengthen analyze context runs/text-rope runs/text-alibi --contexts 64..320:32 --format latex",
    .text = "Several runs share one table and one figure. Kinds with the flag --length use the same lengths for\n"
            "all runs, by default the lengths of the first run. Sequences and positions are drawn with eval.seed,\n"
            "as in `lengthen eval`.\n\n"
            "The kinds curve, cells, outputs and confusion evaluate models as `lengthen eval` does. The option\n"
            "eval.dropout has an effect only in these four kinds and in the kind load; in all other kinds dropout\n"
            "is off.\n\n"
            "Which records a kind reads:\n"
            "- attention, activations, divergence, distance, sharpness, shifts, load, units: validation records\n"
            "  at the training lengths if the number of validation records is finite; in all other cases, test\n"
            "  records\n"
            "- gradients: records of the training split\n"
            "- all other kinds: test records",
    .verbs = verbs,
    .kinds = true,
};
