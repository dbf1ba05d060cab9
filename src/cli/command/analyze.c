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
    .text = "Several runs share one table and one figure, by default at the lengths of the first run. Dropout\n"
            "is off. Four kinds (curve, cells, outputs, confusion) evaluate the model as eval does; only these\n"
            "and `load` follow eval.dropout. Sequences and positions are drawn as in eval (eval.seed). At\n"
            "training lengths, kinds other than these four use validation records if the data is finite and has\n"
            "them.",
    .verbs = verbs,
    .kinds = true,
};
