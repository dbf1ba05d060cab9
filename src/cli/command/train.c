/* train.c: `lengthen train`: trains one or several configs into run directories, then tests them. */
#include "cli/config.h"
#include "cli/train/run_list.h"
#include "cli/train/train_progress.h"
#include "cli/ui/hook.h"

static const cli_flag flags[] = {
    {"jobs", 'j', "N", "number of runs to train at a time (default: one per processor, which is fastest)"},
    CLI_HOOK_FLAG,
    {"progress", 0, NULL,
     "with --json: also report each run's progress, at first five times a second, later every five seconds"},
    {0},
};

static int run_train(cli *c) {
    long jobs = 0;
    cli_run_list plan;
    int status = cli_flag_int(&c->args, "jobs", 1, 1024, &jobs);
    if (status != LG_OK) return status;
    status = cli_run_list_make(c, &plan);
    if (status == LG_OK)
        status = cli_flag_on(&c->args, "print-config") ? cli_config_print_all(c, plan.configs, plan.count)
                                                       : cli_train_runs(c, &plan, (int)jobs);
    cli_run_list_free(&plan);
    return status;
}

const cli_command cli_command_train = {
    .name = "train",
    .summary = "train a model on short sequences, then test it on longer ones",
    .usage = "lengthen train [FILE.yaml | RUN]... [flags]",
    .examples = "lengthen train --preset quick\n"
                "lengthen train --task bucket_sort --positions randomized --steps 20000 --lr 1e-3 --out runs/a\n"
                "lengthen train my.yaml --seed 3 --out runs/my-3\n"
                "lengthen train my.yaml --seed 1..5 --out runs/my           five runs: runs/my-seed1, ...\n"
                "lengthen train rope.yaml alibi.yaml --steps 5000           two runs at the same time\n"
                "lengthen train my.yaml --eval.every 500 --train.until 'token_accuracy>=0.99' --train.patience 10\n"
                "lengthen train my.yaml --init runs/a --lr 1e-4             start from the parameters of runs/a\n"
                "lengthen train runs/a --steps 40000                        continue an existing run to 40,000 steps\n"
                "lengthen train --task reverse_string --print-config",
    .text = "A run takes one choice on each axis (task, positions, encoding, mask, ...; see `lengthen list`)\n"
            "and the options of that choice. Every option can be set by a flag (its dotted name), a key in a\n"
            "YAML file or an environment variable LENGTHEN_...; `lengthen help options` lists them all. Flags\n"
            "override variables, variables override files, files override presets, and presets override\n"
            "defaults. Without arguments, `train` prints the defaults it uses and, after two seconds, an\n"
            "estimate of the time left.\n\n"
            "The run directory (--out) holds the config, one line of metrics every train.log_every steps, the\n"
            "weights and the training state. Running the same command again, or `lengthen train RUN`, resumes\n"
            "an interrupted run and does nothing if the run is finished. With more --steps, training continues\n"
            "from the saved state; a warning appears if the schedule depends on the number of steps, because a\n"
            "new run with that many steps would give other results. `train` refuses a directory that holds a\n"
            "different config.\n\n"
            "--eval.every N validates every N steps on records that neither training nor the tests use. If there\n"
            "are more than 40 training lengths, validation uses 40 of them. For your own pairs, texts and\n"
            "translations, hold out records with --data.validation_fraction 0.05 or name a validation file (see\n"
            "`lengthen show pairs`, `show text`, `show translation`). To plot test scores against steps, use\n"
            "--eval.validation test: each validation then reads the test set, at the lengths of --lengths. A\n"
            "warning appears if test scores would select the model or stop training.\n\n"
            "These flags stop training early:\n"
            "- --train.until 'token_accuracy>=0.99': when a validation (--eval.every) reaches this score;\n"
            "  possible metrics: `lengthen list metric`\n"
            "- --train.patience 5: after five validations (--eval.every) without improvement\n"
            "- --train.time 30m: after 30 minutes; the number of steps, and so the results, then depend on the\n"
            "  machine\n"
            "After an early stop, the run is evaluated, and run.json records why training stopped. `lengthen\n"
            "train RUN --train.until none` (or --train.patience 0) continues the run.\n\n"
            "--init RUN (or FILE.safetensors) copies all parameters whose names and shapes match from another\n"
            "model. All other parameters are initialized as usual; a message shows their number, and with -v\n"
            "their names. Optimizer, schedule and step count start from zero.\n\n"
            "With several config files, or a list of seeds (1..5 or 1,2,7), several runs train side by side.\n"
            "Flags apply to all runs. With one --out for several runs, each run gets its own directory: OUT-FILE\n"
            "or OUT-seed3. -j sets the number of runs that train at once, and --threads sets the number of\n"
            "threads of each run. By default, the runs share the processors. Each run produces the same bytes as\n"
            "it would alone. If a run fails, the other runs continue, and the exit status is 3.\n\n"
            "--on-end COMMAND (or LENGTHEN_ON_END) runs a shell command when a run ends, but not when the run is\n"
            "interrupted. The command's environment has LENGTHEN_RUN (the directory) and LENGTHEN_STATUS (done,\n"
            "diverged or failed) and, when known, LENGTHEN_SCORE, LENGTHEN_SCORE_METRIC and LENGTHEN_ERROR. The\n"
            "command's output goes to stderr. If the command fails, `train` prints a warning and goes on. Config\n"
            "files cannot set this command.\n\n"
            "SIGTERM, SIGINT (Ctrl-C), SIGHUP and SIGUSR1 stop training: the run writes a checkpoint and exits\n"
            "with status 75 (130 for SIGINT). The current step is abandoned and repeated on resume; models with\n"
            "memory finish the step first. A second signal exits at once.",
    .positionals = "@file",
    .flags = flags,
    .settings = cli_config_flags,
    .schemas = cli_train_schemas,
    .tabular = true,
    .run = run_train,
};
