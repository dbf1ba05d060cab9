/* train.c: `lengthen train`: trains one config, or several side by side, into run directories, then tests them. */
#include "cli/config.h"
#include "cli/train/run_list.h"
#include "cli/train/train_progress.h"
#include "cli/ui/hook.h"

static const cli_flag flags[] = {
    {"jobs", 'j', "N", "several runs: so many at a time; if not given: one for each processor, which is fastest"},
    CLI_HOOK_FLAG,
    {"progress", 0, NULL, "with --json: also how far each run is, several times a second"},
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
                "lengthen train rope.yaml alibi.yaml --steps 5000           two runs side by side\n"
                "lengthen train my.yaml --eval.every 500 --train.until 'token_accuracy>=0.99' --train.patience 10\n"
                "lengthen train my.yaml --init runs/a --lr 1e-4             begins with the parameters of runs/a\n"
                "lengthen train runs/a --steps 40000                        more steps for a run that is there\n"
                "lengthen train --task reverse_string --print-config",
    .text = "A run is one choice on every axis (task, positions, encoding, mask, ...; see `lengthen list`) and\n"
            "the options of that choice. Each option is a flag by its dotted name, a key in a YAML file, and a\n"
            "variable LENGTHEN_...; `lengthen help options` lists them all. A flag wins over the environment,\n"
            "that over a file, a preset and the default, in this order. Without any it names the defaults that it\n"
            "trains, and after two seconds the time that this takes.\n\n"
            "The run directory (--out) keeps the config, one line of metrics every train.log_every steps, the\n"
            "weights and the state. The same command again, or `lengthen train RUN`, goes on where it stopped,\n"
            "or does nothing when the run is done; with more --steps it goes on from the state, and it is told\n"
            "where the learning rate would have been another one. A directory that holds any other config is\n"
            "refused.\n\n"
            "--eval.every N validates every N steps, on records that neither training nor tests read, at the\n"
            "lengths of training (up to 40 of them). Pairs, texts and translations of your own have them where\n"
            "--data.validation_fraction 0.05 holds a part out, or a file of their own is named (`lengthen show\n"
            "pairs`, text, translation). --eval.validation test validates on the test set at --lengths, for\n"
            "curves over steps; a warning tells when that would choose a model or the end of training.\n\n"
            "Training may end before its last step: --train.until 'token_accuracy>=0.99' at a score of the\n"
            "validations (a metric of `lengthen list metric`, --eval.every N), --train.patience 5 after so many\n"
            "validations without a better score, --train.time 30m after so much time, which makes the number\n"
            "of steps, and all results, depend on the machine. The run is evaluated then, and run.json tells\n"
            "why it ended. `lengthen train RUN --train.until none` (or --train.patience 0) goes on.\n\n"
            "--init RUN (or FILE.safetensors) begins with the parameters of another model that have the same\n"
            "names and shapes; the others begin as ever, and are counted, or named with -v. The optimizer, the\n"
            "schedule and the steps begin anew.\n\n"
            "Several runs train side by side: one for each config file, and each seed of a list (1..5, 1,2,7).\n"
            "Flags are for all of them. Where all were given the same --out, each gets a directory beside it:\n"
            "OUT-FILE, OUT-seed3. The processors are shared out among them; -j is how many train at a time,\n"
            "--threads how many threads each has. Each ends in the same bytes as alone. One that fails leaves\n"
            "the others alone, and the status is 3.\n\n"
            "--on-end COMMAND (or LENGTHEN_ON_END) is run by sh when a run has ended, not when it was stopped,\n"
            "with LENGTHEN_RUN (its directory), LENGTHEN_STATUS (done, diverged or failed), LENGTHEN_SCORE,\n"
            "LENGTHEN_SCORE_METRIC and LENGTHEN_ERROR set where they are known. What it prints goes to stderr;\n"
            "that it fails is told, and changes nothing else. No config file can name one.\n\n"
            "SIGTERM, SIGINT (Ctrl-C), SIGHUP and SIGUSR1 abandon the step, which a resumed run takes again (a\n"
            "model with memory finishes it), write a checkpoint and end with status 75 (130 for SIGINT); a\n"
            "second one ends at once.",
    .positionals = "@file",
    .flags = flags,
    .settings = cli_config_flags,
    .schemas = cli_train_schemas,
    .tabular = true,
    .run = run_train,
};
