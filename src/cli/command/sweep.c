/* sweep.c: `lengthen sweep`, a family of verbs, each in a file in sweep/. */
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
    .summary = "train many runs from one file; interrupt and resume them at any time",
    .usage = "lengthen sweep VERB [FILE | SWEEP] [flags]",
    .examples = "lengthen sweep plan randpe-table1-small --dry-run      how many runs, how long they take here\n"
                "lengthen sweep plan my.yaml --out sweeps/my",
    .text = "A sweep file (YAML) holds the options that all runs share, and a grid of the options that differ:\n\n"
            "  title: Which encoding extrapolates?\n"
            "  base: quick                            # a preset or config file that all runs start from\n"
            "  set: {train.steps: 2000, eval.every: 500}    # options of all runs\n"
            "  grid:                                  # all combinations of:\n"
            "    task: [bucket_sort, reverse_string]  # an option (name, axis or short flag) with values;\n"
            "    seed: 1..3                           # or with a range of integers;\n"
            "    scheme:                              # or labels, each with several options\n"
            "      plain: {encoding: relative}\n"
            "      randomized: {positions: randomized, encoding: relative}\n"
            "  random:                                # random search, alone or combined with the grid\n"
            "    draws: 20                            # 20 draws; seed: N sets their seed (default 1)\n"
            "    options:                             # uniform, log_uniform, integer: [LOW, HIGH]; choice: [...]\n"
            "      train.lr: {log_uniform: [1e-4, 1e-2]}\n"
            "      model.blocks: {integer: [1, 6]}\n"
            "  halving: {rungs: [500, 1000], factor: 3}     # successive halving: at 500 steps and at 1000 steps,\n"
            "                                               # the third of the runs with the best validation\n"
            "                                               # scores (eval.every) continues\n"
            "  exclude:                               # skip runs that match all labels of a rule; combinations in\n"
            "                                         # which a value has no effect are skipped automatically\n"
            "    - {task: reverse_string, scheme: plain, seed: 2..3}\n"
            "  include:                               # add runs, with their own options or labels\n"
            "    - {task: bucket_sort, scheme: rope, seed: [1, 2], set: {encoding: rope}}\n"
            "  select: {rows: task, columns: scheme, mean: seed}      # layout of the tables\n"
            "  compare:                               # additional tables that compare selected runs\n"
            "    gains:\n"
            "      where: {seed: 1..2}                # use only these runs\n"
            "      columns:\n"
            "        - {label: plain, where: {scheme: plain}}             # take: mean, the default\n"
            "        - {label: R, where: {scheme: randomized}, take: best}\n"
            "        - {label: gain, take: gain}                          # the second column minus the first\n"
            "  reports: [best, gains, curves]         # tables and figures to write\n\n"
            "The id of a run is the hash of its resolved config. `lengthen list sweeps` lists the sweep files\n"
            "that come with the program.",
    .verbs = verbs,
};
