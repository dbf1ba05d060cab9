/* sweep.c: `lengthen sweep`, a family of verbs: one file for each in sweep/. */
#include "cli/cli.h"

#define VERB(name) extern const cli_command cli_sweep_##name;
#include "cli/sweep/verbs.def"
#undef VERB

static const cli_command *const verbs[] = {
#define VERB(name) &cli_sweep_##name,
#include "cli/sweep/verbs.def"
#undef VERB
    NULL,
};

const cli_command cli_command_sweep = {
    .name = "sweep",
    .summary = "many runs from one file: plan, train, interrupt at will, go on",
    .usage = "lengthen sweep VERB [FILE | SWEEP] [flags]",
    .examples = "lengthen sweep plan randpe-table1-small --dry-run      how many runs, how long they take here\n"
                "lengthen sweep plan my.yaml --out sweeps/my",
    .text = "A sweep file (YAML) holds what all runs share and lays a grid over the options that differ:\n\n"
            "  title: Which encoding goes on?\n"
            "  base: quick                            # a preset or a config file that all runs start from\n"
            "  set: {train.steps: 2000, eval.every: 500}    # options of all runs\n"
            "  grid:                                  # all combinations of\n"
            "    task: [bucket_sort, reverse_string]  # values of an option, by its name, axis or short flag;\n"
            "    seed: 1..3                           # whole numbers also as a range;\n"
            "    scheme:                              # or labels with names of their own\n"
            "      plain: {encoding: relative}\n"
            "      randomized: {positions: randomized, encoding: relative}\n"
            "  random:                                # with so many draws of further options, in place of a grid or\n"
            "    draws: 20                            # beside it; seed: 1\n"
            "    options:                             # uniform, log_uniform, integer: [LOW, HIGH]; choice: [...]\n"
            "      train.lr: {log_uniform: [1e-4, 1e-2]}\n"
            "      model.blocks: {integer: [1, 6]}\n"
            "  halving: {rungs: [500, 1000], factor: 3}     # after so many steps one of three runs goes on, by the\n"
            "                                               # validation that eval.every makes there\n"
            "  exclude:                               # but for those with all labels of a rule; where a value has\n"
            "                                         # no effect beside others, they are left out without one\n"
            "    - {task: reverse_string, scheme: plain, seed: 2..3}\n"
            "  include:                               # and these, with options, or labels, of their own\n"
            "    - {task: bucket_sort, scheme: rope, seed: [1, 2], set: {encoding: rope}}\n"
            "  select: {rows: task, columns: scheme, mean: seed}      # how tables are laid out\n"
            "  compare:                               # tables of its own: some of its runs side by side\n"
            "    gains:\n"
            "      where: {seed: 1..2}                # of these runs alone\n"
            "      columns:\n"
            "        - {label: plain, where: {scheme: plain}}             # the best mean\n"
            "        - {label: R, where: {scheme: randomized}, take: best}\n"
            "        - {label: gain, take: gain}                          # the second less the first\n"
            "        - {label: mean, where: {scheme: randomized}, take: mean}\n"
            "  reports: [best, gains, curves]         # tables and figures that it is made for\n\n"
            "Each run is named by the hash of its settled config. `lengthen list sweeps` shows the sweep files\n"
            "that come with the program.",
    .verbs = verbs,
};
