/* bench.c: `lengthen bench`: how fast the training step and the evaluation are on this machine, against what the
 * machine can do and, on demand, against PyTorch. This file chooses what is measured; bench/print.c
 * and bench/roofline.c show it. */
#include "cli/bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench/decode.h"
#include "cli/bench/variants.h"
#include "cli/config.h"
#include "cli/ui/out.h"
#include "cli/ui/picture.h"

static const cli_flag flags[] = {
    {"seconds", 0, "S", "time for each row (1)"},
    {"length", 0, "N", "train at this length only; 0 is the mix that training draws"},
    {"phases", 0, NULL, "also list where the time of a step goes"},
    {"large", 0, NULL, "models of width 128, 256 and 512 on causal sequences of 128 to 512 tokens instead"},
    {"decode", 0, NULL, "greedy decoding by decoders of three sizes instead, with 1 to 128 sequences at once"},
    {"variants", 0, "[=NAME,...]",
     "training steps of all variants of the block instead, or of these, beside the plain one"},
    {"growth", 0, NULL, "training steps with 256 to 4096 tokens instead: attention, convolutions, Perceiver IO"},
    {"figure", 0, "FILE", "draw speed against work for each byte: FILE.svg, .png or .pdf; script and data beside it"},
    {"pytorch", 0, "[=SCRIPT]", "the same in PyTorch, by tools/pytorch_baseline.py; with --decode, pytorch_decode.py",
     false, "peer"},
    {"compare", 0, "OPTION=VALUE", "training steps only, each also with this option, in turns, and the ratio", false,
     "versus"},
    {0},
};

/* The study's model on one task whose sequences are n+1 tokens long, and on one of 2n. */
static const char *const tasks[] = {"even_pairs", "reverse_string", NULL};
static const char *const encodings[] = {"none", "sinusoid", "relative", NULL};
static const int lengths[CLI_BENCH_LENGTHS] = {10, 20, 40, 0}; /* 0: the mix */

/* Heads of 64 columns, four times the width in the feed-forward network, sequences of 128, 256 and 512 tokens. */
static const char *const large_tasks[] = {"reverse_string", NULL};
static const char *const large_encodings[] = {"sinusoid", NULL};
static const int large_lengths[] = {64, 128, 256}, large_widths[] = {128, 256, 512};
static const char *const large_batch = "16"; /* a sequence for each group: a step of a second or two */
enum { LARGE = 3 };

/* Evaluation: sequences of 100 and of 1000 tokens, and some of the lengths that the study tests, one after another. */
static const char *const eval_task = "reverse_string";
static const int eval_lengths[] = {50, 500, 0};
static const char *const eval_mix = "41..500:51";
enum { EVALS = sizeof eval_lengths / sizeof *eval_lengths };
static const char *const eval_sequences = "64";

static const char *const python = "/usr/bin/python3"; /* scripts start again with what `make peer` installed */

/* What tools/pytorch_baseline.py trains, and nothing else. */
static const struct fixed {
    const char *key, *value;
} baseline_model[] = {
    {"model.width", "64"},    {"model.heads", "8"},      {"model.blocks", "5"}, {"model.feed_forward", "256"},
    {"model.dropout", "0.1"}, {"train.batch", "128"},    {"residual", "add"},   {"block", "post_norm"},
    {"mask", "full"},         {"scale", "inverse_sqrt"}, {"threads", "0"},      {"positions", "standard"},
    {"attention", "softmax"}, {"norm", "layer_norm"},    {"mixer", "relu"},     {"head", "linear"},
    {"model.bias", "true"},   {"model.key_heads", "0"},
};

static int count_names(const char *const *names) {
    int n = 0;
    while (names[n]) n++;
    return n;
}

/* ---- all rows ---- */

/* All lengths of one model. */
static int measure_lengths(cli_bench *b, const char *task, const char *encoding, int width, int total) {
    int status = cli_bench_choose(b, task, encoding, width);
    for (int l = 0; status == LG_OK && l < b->length_count; l++) {
        status = cli_bench_step(b, task, encoding, b->lengths[l]);
        if (status == LG_OK) cli_progress_show(&b->c->progress, ++b->trains, total, "");
    }
    return status;
}

static int measure_training(cli_bench *b) {
    const int total = count_names(b->tasks) * count_names(b->encodings) * b->width_count * b->length_count;
    int status = LG_OK;
    cli_bench_begin(b, "training");
    for (int t = 0; b->tasks[t]; t++)
        for (int e = 0; b->encodings[e]; e++)
            for (int w = 0; status == LG_OK && w < b->width_count; w++)
                status = measure_lengths(b, b->tasks[t], b->encodings[e], b->widths[w], total);
    return status;
}

static bool has_eval(const cli_bench *b) {
    return !(b->large || b->versus || cli_flag_on(&b->c->args, "length"));
}

static int measure_eval(cli_bench *b) {
    if (!has_eval(b) || b->skips_eval) return LG_OK;
    int status = cli_bench_is_default(b, "eval.sequences") ? cli_bench_put(b, "eval.sequences", eval_sequences) : LG_OK;
    if (status == LG_OK && cli_bench_is_default(b, "eval.lengths")) status = cli_bench_put(b, "eval.lengths", eval_mix);
    cli_bench_begin(b, "evaluation");
    for (int e = 0; b->encodings[e]; e++)
        for (int l = 0; status == LG_OK && l < EVALS; l++) {
            status = cli_bench_choose(b, eval_task, b->encodings[e], 0);
            if (status == LG_OK)
                status = cli_bench_measure(b, eval_task, b->encodings[e], eval_lengths[l], true, &b->eval[b->evals]);
            cli_progress_show(&b->c->progress, ++b->evals, count_names(b->encodings) * EVALS, "");
        }
    return status;
}

static void on_phase(void *user, const lg_phase_report *p) {
    cli_bench_set *s = user;
    if (s->count < CLI_BENCH_PHASES) s->phases[s->count++] = *p;
}

/* The phases of the last task, with each encoding (and the largest width). */
static int measure_phases(cli_bench *b) {
    if (!cli_flag_on(&b->c->args, "phases") && !cli_flag_on(&b->c->args, "figure")) return LG_OK;
    const char *task = b->tasks[count_names(b->tasks) - 1];
    const int length = cli_bench_one_length(b);
    int status = LG_OK;
    cli_bench_begin(b, "phases");
    for (int e = 0; status == LG_OK && b->encodings[e]; e++) {
        cli_bench_set *s = &b->sets[b->set_count];
        status = cli_bench_choose(b, task, b->encodings[e], b->widths[b->width_count - 1]);
        if (status != LG_OK) break;
        lg_status timed = lg_bench_phases(b->config, length, b->seconds, &s->row.speed, on_phase, s);
        if (timed != LG_OK) return cli_fail_library(b->c, timed);
        cli_bench_keep(b, task, b->encodings[e], length, &s->row);
        cli_progress_show(&b->c->progress, ++b->set_count, count_names(b->encodings), "");
    }
    return status;
}

/* ---- the baseline in PyTorch ---- */

static void join_names(char *to, size_t capacity, const char *const *names) {
    size_t at = 0;
    for (int i = 0; names[i]; i++) at += (size_t)snprintf(to + at, capacity - at, "%s%s", i ? "," : "", names[i]);
}

/* The script of --pytorch; NULL without the flag. */
static const char *baseline_script(const cli_bench *b) {
    const char *script = cli_flag_value(&b->c->args, "pytorch");
    const char *usual = cli_flag_on(&b->c->args, "decode") ? "tools/pytorch_decode.py" : "tools/pytorch_baseline.py";
    return script && !*script ? usual : script;
}

/* Both must train the same model. */
static int check_baseline(cli_bench *b) {
    if (!baseline_script(b)) return LG_OK;
    if (b->large) return cli_fail(LG_USAGE, "--pytorch: PyTorch trains the study's model, not those of --large");
    for (size_t i = 0; i < sizeof baseline_model / sizeof *baseline_model; i++) {
        const char *value = lg_config_get(b->config, baseline_model[i].key);
        if (value && strcmp(value, baseline_model[i].value))
            return cli_fail(LG_USAGE, "--pytorch: PyTorch trains the study's model, with %s: %s; this is %s",
                            baseline_model[i].key, baseline_model[i].value, value);
    }
    return cli_baseline_check(python, baseline_script(b));
}

static int measure_baseline(cli_bench *b) {
    char task[160], encoding[160], length[64], seconds[32];
    if (!baseline_script(b)) return LG_OK;
    cli_note(b->c, "measuring PyTorch ...");
    join_names(task, sizeof task, b->tasks);
    join_names(encoding, sizeof encoding, b->encodings);
    for (int i = 0, at = 0; i < b->length_count; i++)
        at += snprintf(length + at, sizeof length - (size_t)at, "%s%d", i ? "," : "", b->lengths[i]);
    snprintf(seconds, sizeof seconds, "%g", b->seconds);
    char *arguments[] = {(char *)python,
                         (char *)baseline_script(b),
                         "--tasks",
                         task,
                         "--encodings",
                         encoding,
                         "--lengths",
                         length,
                         "--seconds",
                         seconds,
                         NULL};
    return cli_baseline_run(&b->baseline, arguments);
}

/* ---- what to measure ---- */

/* All names, or the one that a flag gives. */
static void pick_names(const cli_bench *b, const char *axis, const char *const *all, const char **out) {
    const char *given = cli_setting_value(&b->c->args, axis);
    int n = 0;
    for (; !given && all[n]; n++) out[n] = all[n];
    if (given) out[n++] = given;
    out[n] = NULL;
}

/* The library has the error message. */
static int unknown_versus(cli_bench *b) {
    lg_config_set(b->config, b->versus_key, b->versus_value, LG_FLAG, "--compare");
    lg_status status = lg_config_check(b->config);
    return status == LG_OK ? cli_fail(LG_USAGE, "--compare: %s has no value to compare with", b->versus_key)
                           : cli_fail_library(b->c, status);
}

/* Parses OPTION=VALUE; no other measurement is allowed beside it. */
static int plan_versus(cli_bench *b) {
    static const char *const others[] = {"phases", "figure", "pytorch"};
    const char *text = cli_flag_value(&b->c->args, "compare");
    if (!text) return LG_OK;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (cli_flag_on(&b->c->args, others[i]))
            return cli_fail(LG_USAGE, "--compare times training steps alone: leave out --%s", others[i]);
    const char *sign = strchr(text, '=');
    if (!sign || sign == text)
        return cli_fail(LG_USAGE, "--compare %s: an option and its value are needed, as precision=fp32", text);
    b->versus = text;
    b->versus_value = sign + 1;
    b->versus_key = strndup(text, (size_t)(sign - text));
    if (!b->versus_key) return cli_fail(LG_FAILED, "out of memory");
    return lg_config_get(b->config, b->versus_key) ? LG_OK : unknown_versus(b);
}

/* Options that --large sets. */
static int plan_large(cli_bench *b) {
    static const char *const keys[] = {"model.width", "model.heads", "model.feed_forward", "mask"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!cli_bench_is_default(b, keys[i]))
            return cli_fail(LG_USAGE, "--large chooses %s itself: leave it out", keys[i]);
    b->width_count = LARGE;
    memcpy(b->widths, large_widths, sizeof large_widths);
    int status = cli_bench_put(b, "mask", "causal");
    return status == LG_OK && cli_bench_is_default(b, "train.batch") ? cli_bench_put(b, "train.batch", large_batch)
                                                                     : status;
}

static void plan_lengths(cli_bench *b, long only) {
    b->length_count = only >= 0 ? 1 : b->large ? LARGE : CLI_BENCH_LENGTHS;
    memcpy(b->lengths, b->large ? large_lengths : lengths, sizeof(int) * (size_t)b->length_count);
    if (only >= 0) b->lengths[0] = (int)only;
}

static void ignore_record(void *user, const lg_example *x) {
    (void)user, (void)x;
}

/* Leaves out the lengths that the given data has no records of. */
static int plan_given_lengths(cli_bench *b) {
    int count = 0;
    for (int i = 0; i < b->length_count; i++) {
        const int n = b->lengths[i];
        if (n && lg_sample_split(b->config, LG_SPLIT_TRAIN, n, 1, 0, ignore_record, NULL) != LG_OK)
            cli_note(b->c, "left out: %s", lg_error_text(b->c->context));
        else
            b->lengths[count++] = n;
    }
    b->length_count = count;
    return count > 0 ? LG_OK : cli_fail_library(b->c, LG_USAGE);
}

/* Evaluation has a task of its own, which does not read the options of all data. */
static int plan_given_data(cli_bench *b) {
    const char *data = cli_setting_value(&b->c->args, "data");
    if (!data || cli_flag_on(&b->c->args, "length")) return LG_OK;
    int status = plan_given_lengths(b);
    if (status != LG_OK || !has_eval(b)) return status;
    status = cli_bench_put(b, "data", eval_task);
    if (status != LG_OK) return status;
    b->skips_eval = lg_config_check(b->config) != LG_OK;
    if (b->skips_eval)
        cli_note(b->c, "evaluation, which is of %s, is left out: %s", eval_task, lg_error_text(b->c->context));
    return cli_bench_put(b, "data", data);
}

static int look_at_machine(cli_bench *b, bool bandwidth) {
    lg_context_threads(b->c->context, (int)cli_config_int(b->config, "threads", 0));
    lg_status known = lg_doctor(b->c->context, bandwidth, &b->machine);
    return known == LG_OK ? LG_OK : cli_fail_library(b->c, known);
}

static int plan_rows(cli_bench *b) {
    const cli_args *args = &b->c->args;
    const char *figure = cli_flag_value(args, "figure");
    cli_picture picture;
    long only = -1;
    b->seconds = 1;
    b->large = cli_flag_on(args, "large");
    b->width_count = 1;
    if (cli_flag_real(args, "seconds", 0.01, 3600, &b->seconds)) return LG_USAGE;
    if (cli_flag_int(args, "length", 0, LG_LENGTH_MAX, &only)) return LG_USAGE;
    if (figure && cli_picture_init(&picture, figure) != LG_OK) return LG_USAGE;
    pick_names(b, "data", b->large ? large_tasks : tasks, b->tasks);
    pick_names(b, "encoding", b->large ? large_encodings : encodings, b->encodings);
    plan_lengths(b, only);
    int status = check_baseline(b);
    if (status == LG_OK) status = plan_versus(b);
    if (status == LG_OK && b->large) status = plan_large(b);
    if (status == LG_OK) status = plan_given_data(b);
    if (status != LG_OK) return status;
    return look_at_machine(b, figure);
}

/* What is measured instead of the tables of training and evaluation; NULL: nothing. */
static const char *instead(const cli_bench *b) {
    static const char *const flags_instead[] = {"decode", "variants", "growth"};
    for (size_t i = 0; i < sizeof flags_instead / sizeof *flags_instead; i++)
        if (cli_flag_on(&b->c->args, flags_instead[i])) return flags_instead[i];
    return NULL;
}

/* Nothing but that. */
static int measure_instead(cli_bench *b, const char *what) {
    static const char *const others[] = {"decode", "variants", "growth",  "phases",
                                         "figure", "large",    "compare", "pytorch"};
    const bool decode = !strcmp(what, "decode");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], what) && !(decode && !strcmp(others[i], "pytorch")) &&
            cli_flag_on(&b->c->args, others[i]))
            return cli_fail(LG_USAGE, "--%s times %s alone: leave out --%s", what,
                            decode ? "decoding" : "training steps", others[i]);
    if (!strcmp(what, "growth") && cli_flag_on(&b->c->args, "length"))
        return cli_fail(LG_USAGE, "--growth has lengths of its own: leave out --length");
    b->seconds = 1;
    if (cli_flag_real(&b->c->args, "seconds", 0.01, 3600, &b->seconds)) return LG_USAGE;
    int status = look_at_machine(b, false);
    if (status != LG_OK) return status;
    if (decode) return cli_bench_decode(b, python, baseline_script(b));
    return strcmp(what, "growth") ? cli_bench_variants(b, cli_flag_value(&b->c->args, "variants"))
                                  : cli_bench_growth(b);
}

static int print_results(cli_bench *b) {
    const char *figure = cli_flag_value(&b->c->args, "figure");
    if (b->c->json)
        cli_bench_lines(b);
    else
        cli_bench_print(b);
    return figure ? cli_bench_draw(b, figure) : LG_OK;
}

static int measure_all(cli *c, lg_config *f, void *user) {
    cli_bench *b = user;
    b->c = c, b->config = f;
    if (instead(b)) return measure_instead(b, instead(b));
    int status = plan_rows(b);
    if (status == LG_OK) status = measure_training(b);
    if (status == LG_OK) status = measure_eval(b);
    if (status == LG_OK) status = measure_phases(b);
    if (status == LG_OK) status = cli_bench_threads(b);
    if (status == LG_OK) status = cli_bench_batches(b);
    if (status == LG_OK) status = measure_baseline(b);
    return status == LG_OK ? print_results(b) : status;
}

static int run_bench(cli *c) {
    cli_bench *b = calloc(1, sizeof *b);
    if (!b) return cli_fail(LG_FAILED, "out of memory");
    int status = cli_config_run(c, NULL, measure_all, b);
    cli_baseline_free(&b->baseline);
    free(b->versus_key);
    free(b);
    return status;
}

const cli_command cli_command_bench = {
    .name = "bench",
    .summary = "time training steps and evaluation on this machine",
    .usage = "lengthen bench [flags]",
    .examples = "lengthen bench\n"
                "lengthen bench --encoding rope --length 40 --seconds 3\n"
                "lengthen bench --task reverse_string --phases --figure roofline.svg\n"
                "lengthen bench --width 512 --heads 8 --model.feed_forward 2048 --batch 16 --length 64\n"
                "lengthen bench --threads 1 --json\n"
                "lengthen bench --pytorch\n"
                "lengthen bench --decode --pytorch\n"
                "lengthen bench --variants=swiglu,light,dynamic --width 64\n"
                "lengthen bench --precision bf16 --length 20 --compare precision=fp32",
    .text =
        "Times the training step (batch, model and optimizer of the config, dropout on) for three encodings,\n"
        "sequences of n+1 and of 2n tokens, n = 10, 20, 40 and the mix of lengths that training draws; then\n"
        "evaluation at 100 and 1000 tokens and at ten lengths from 41 to 500; and training of the last task\n"
        "with more and more threads, and in batches of 16 to 256 and the config's own, n = 20 or --length,\n"
        "but for those of which a step would take more than ten seconds.\n"
        "The peak of the machine, with vectors of the kernels in use (LENGTHEN_KERNELS), is measured in the\n"
        "same run; multiply-adds are counted that must be computed, without rows that nobody reads and keys\n"
        "that are hidden. GFLOP: those of a step, times two. --task, --encoding and --length narrow it down;\n"
        "a single length leaves evaluation out, which is of reverse_string, and so do options of other data.\n\n"
        "--phases reads a clock after every op of a step of the last task, n = 20 or --length. --figure draws\n"
        "these phases and all steps under the roofline of the machine (Williams et al. 2009): the speed that\n"
        "its peak and the measured bandwidth of cache and memory allow to work with so many multiply-adds\n"
        "for each byte that ops read and write.\n\n"
        "--large times models of other sizes: heads of 64 columns, feed-forward of 4 widths, causal mask, a\n"
        "batch of 16 unless another is given.\n\n"
        "--decode times greedy decoding with cached keys and values: the last token of 1, 8, 32 and 128 sequences\n"
        "of 64, 256 and 1024 tokens, by decoders of the preset copy's width 64, of 256 and of 512; model options,\n"
        "--length and --batch narrow it down. The roof is what the peak, or the bandwidth at which weights (once)\n"
        "and keys and values of all sequences can be read, allows; both are measured in the same run. --pytorch\n"
        "decodes with the same model in PyTorch, in turns, in the fastest of several ways.\n\n"
        "--variants times steps of each variant of the block beside those of the plain one (post-norm, ReLU), at\n"
        "about equal parameters: decoders with two blocks of width 64, 128 sequences of 64 tokens, and of width\n"
        "512, 16 sequences; model options, --length and --batch set others. One thread, in turns, by the clock of\n"
        "the processor; medians. Quotients of parameters, of operations and of times to those of the plain block,\n"
        "and of the last two: 1 where a step takes as long as its operations say.\n\n"
        "--growth times steps of 256 to 4096 tokens: attention, whose time grows with their square, attention to\n"
        "a window of 512 keys and to blocks of 256 (BCA), which grow with their number, convolutions,\n"
        "and a Perceiver IO, apart for what reads the tokens and for blocks, whose time does not depend on them.\n\n"
        "--pytorch times the same steps in PyTorch, which `make peer` installs: in one process and in several, eager\n"
        "and compiled, in float32 and by autocast in bfloat16. The table has the fastest way and the ratio to it.\n\n"
        "--compare OPTION=VALUE times each training step with and without that option, five times in turns,\n"
        "and prints the best of both and how many times as fast it is without: one run, one machine.",
    .flags = flags,
    .settings = cli_config_flags,
    .frequent = "task encoding positions threads batch",
    .run = run_bench,
};
