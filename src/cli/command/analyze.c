/* analyze.c: `lengthen analyze`, a family of verbs: one file for each in analyze/. */
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
    .summary =
        "look inside trained models: attention, activations, curves, contexts, answers, gradients, experts, units",
    .usage = "lengthen analyze KIND RUN... [flags]",
    .examples = "lengthen analyze attention runs/a --length 40,150 --figure attention.svg\n"
                "lengthen analyze curve runs/a runs/b --lengths 1..200:5 --figure curve.pdf\n"
                "lengthen analyze context runs/text-rope runs/text-alibi --contexts 64..320:32 --format latex",
    .text = "Several runs make one table and one figure, by default at the lengths of the first. Dropout is off but\n"
            "where eval.dropout is set for what is evaluated or a load. Sequences and positions are those of tests\n"
            "(eval.seed); where nothing is evaluated, records of trained lengths are from the validation split, where\n"
            "data has a number of records and such a split.",
    .verbs = verbs,
};
