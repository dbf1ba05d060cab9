/* sample.c: `lengthen sample TASK`: prints inputs and targets of a task or of other data. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/config.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"
#include "cli/ui/text.h"

static const cli_flag flags[] = {
    {"length", 0, "N",
     "length of each sample, in most tasks the number of input tokens (default 12, or the nearest possible length)"},
    {"bucket", 0, "N", "same as --length"},
    {"count", 0, "N", "number of samples (default 5)"},
    {"split", 0, "NAME",
     "train, validation or test; for finite data also all: every sample of every split (default train)"},
    {"digest", 0, NULL, "print a hash in place of the samples"},
    {"text", 0, NULL, "print source and target as text, separated by a tab, one sample per line"},
    {0},
};

static const cli_other_name others[] = {
    {" n num number size samples examples limit ", "; here it is --count"},
    {" test train validation valid dev all ", "; here it is --split NAME"},
    {0},
};

/* The `user` of the callback. */
typedef struct printer {
    cli *c;
    const char *split, *task;
    int index;
    char digest[LG_TEXT_DIGEST]; /* of all samples so far */
    int64_t count;
    bool lacking; /* memory ran out */
} printer;

/* ---- digest ---- */

static void put_ids(FILE *to, const char *name, const int32_t *ids, int count) {
    fprintf(to, "%s", name);
    for (int i = 0; i < count; i++) fprintf(to, " %" PRId32, ids[i]);
    fputc('\n', to);
}

/* Updates the digest: hashes the previous digest together with the ids and mask of this sample, as text. */
static void add_to_digest(printer *p, const lg_example *e) {
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (to) {
        fprintf(to, "%s\n", p->digest);
        put_ids(to, "input", e->input, e->inputs);
        put_ids(to, "target", e->target, e->targets);
        fputs("mask", to);
        for (int i = 0; i < e->targets; i++) fprintf(to, " %d", e->mask[i]);
    }
    if (cli_out_take(to, &text))
        lg_text_digest(text, size, p->digest);
    else
        p->lacking = true;
    free(text);
    p->count++;
}

static const lg_member digest_members[] = {
    LG_MEMBER(printer, task, "task", "name of the data"),
    LG_MEMBER(printer, count, "samples", "number of samples"),
    LG_MEMBER(printer, digest, "digest", "hash of the ids and masks of all samples, in order, 32 hexadecimal digits"),
    {0},
};
static const lg_schema digest_schema = {
    .name = "lengthen.sample_digest/1",
    .about = "`sample --digest`: one row for all samples.",
    .members = digest_members,
};

static int print_digest(printer *p, lg_config *f) {
    if (p->lacking) return cli_fail(LG_FAILED, "out of memory: the digest of samples");
    p->task = lg_config_get(f, "data");
    cli_row_put(&digest_schema, p);
    if (cli_is_table()) printf("%s  %s, %" PRId64 " samples\n", p->digest, p->task, p->count);
    return LG_OK;
}

/* ---- samples ---- */

typedef struct row {
    lg_example x;
    const char *split, *source;
    const int *mask;
} row;

static const lg_member members[] = {
    LG_MEMBER(row, x.task, "task", "name of the data"),
    LG_MEMBER(row, x.length, "length", "length of the sample, in most tasks its number of input tokens"),
    LG_LIST(row, x.input, x.inputs, "input", "input ids of the model, including separators"),
    LG_LIST(row, x.target, x.targets, "target", "target ids, including the end token"),
    LG_LIST(row, mask, x.targets, "mask", "0 or 1 for each target token; 1: counts for accuracy"),
    LG_LIST(row, x.input_symbols, x.inputs, "input_symbols", "words of the input ids"),
    LG_LIST(row, x.target_symbols, x.targets, "target_symbols", "words of the target ids"),
    LG_MEMBER(row, x.text, "text", "for text data: the whole sample as one text", .optional = true),
    LG_MEMBER(row, split, "split", "`train`, `validation` or `test`"),
    LG_MEMBER(row, x.cell, "cell", "cell within the length, such as `8-by-3`, if there are cells", .optional = true),
    LG_MEMBER(row, source, "source", "for text data: same as `source_text`", .optional = true),
    LG_MEMBER(row, x.source_text, "source_text",
              "source as `--text` prints it, without the fixed prefix and separator of text data"),
    LG_MEMBER(row, x.target_text, "target_text", "target as `--text` prints it, without the end token"),
    LG_MEMBER(row, x.entropy, "entropy", "lowest possible cross-entropy of a model, if known", .unit = "nats per token",
              .optional = true),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.sample/1",
    .about = "`sample`: one row per sample.",
    .members = members,
};

static void put_sample(const char *split, const lg_example *e) {
    int *mask = malloc(((size_t)e->targets + 1) * sizeof *mask);
    if (!mask) {
        cli_out_lose();
        return;
    }
    for (int i = 0; i < e->targets; i++) mask[i] = e->mask[i];
    cli_row_put(&schema, &(row){*e, split, e->text ? e->source_text : NULL, mask});
    free(mask);
}

static int cell_width(const int32_t *ids, const char *const *symbols, int count) {
    int width = 1;
    for (int i = 0; i < count; i++) {
        int w = (int)strlen(symbols[i]), d = snprintf(NULL, 0, "%" PRId32, ids[i]);
        if (w > width) width = w;
        if (d > width) width = d;
    }
    return width;
}

/* Whether any symbol differs from its id written as text. */
static bool ids_differ(const int32_t *ids, const char *const *symbols, int count) {
    for (int i = 0; i < count; i++) {
        char text[16];
        snprintf(text, sizeof text, "%" PRId32, ids[i]);
        if (strcmp(text, symbols[i])) return true;
    }
    return false;
}

/* Prints the symbols, and the ids below them if they differ. */
static void print_tokens(const char *name, const int32_t *ids, const char *const *symbols, int count) {
    int width = cell_width(ids, symbols, count);
    printf("%-8s", name);
    for (int i = 0; i < count; i++) {
        const int missing = width - (int)strlen(symbols[i]);
        printf(" %*s", missing > 0 ? missing : 0, "");
        cli_out_data(symbols[i], "");
    }
    putchar('\n');
    if (!ids_differ(ids, symbols, count)) return;
    printf("%-8s", "  ids");
    for (int i = 0; i < count; i++) printf(" %*" PRId32, width, ids[i]);
    putchar('\n');
}

static void print_mask(const lg_example *e) {
    int width = cell_width(e->target, e->target_symbols, e->targets);
    printf("%-8s", "mask");
    for (int i = 0; i < e->targets; i++) printf(" %*d", width, e->mask[i]);
    putchar('\n');
}

static void on_example(void *user, const lg_example *e) {
    printer *p = user;
    if (cli_out_write_failed())
        exit(cli_out_close(LG_OK)); /* stdout is closed, and the library would continue to the last sample */
    if (cli_flag_on(&p->c->args, "digest")) {
        add_to_digest(p, e);
        return;
    }
    if (!cli_is_table()) {
        put_sample(p->split, e);
        return;
    }
    if (cli_flag_on(&p->c->args, "text")) {
        if (cli_terminal(stdout))
            cli_out_data(e->source_text, "\n"), putchar('\t'), cli_out_data(e->target_text, "\n"), putchar('\n');
        else
            printf("%s\t%s\n", e->source_text, e->target_text);
        return;
    }
    if (p->index++) putchar('\n');
    if (e->cell) printf("%-8s %s\n", "cell", e->cell);
    if (e->text) printf("%-8s ", "text"), cli_out_data(e->text, "\n\t"), putchar('\n');
    print_tokens("input", e->input, e->input_symbols, e->inputs);
    print_tokens("target", e->target, e->target_symbols, e->targets);
    print_mask(e);
    if (!isnan(e->entropy))
        printf("%-8s %.6g nats per target token, the lowest possible cross-entropy\n", "entropy", e->entropy);
}

/* The order in which --split all prints the splits. */
static const lg_split splits[] = {LG_SPLIT_TRAIN, LG_SPLIT_VALIDATION, LG_SPLIT_TEST};
enum { SPLITS = sizeof splits / sizeof *splits };

/* Reads the index of the chosen split; index SPLITS means all splits. */
static int read_split(const cli_args *args, int *split) {
    const char *name = cli_flag_value(args, "split");
    *split = 0;
    if (!name) return LG_OK;
    while (*split < SPLITS && strcmp(name, lg_split_name(splits[*split]))) ++*split;
    if (*split == SPLITS && strcmp(name, "all"))
        return cli_fail(LG_USAGE, "--split %s: expected train, validation, test or all", name);
    if (*split == SPLITS && cli_flag_value(args, "count"))
        return cli_fail(LG_USAGE, "--count cannot be combined with --split all, which prints every sample");
    return LG_OK;
}

static lg_status print_all(lg_config *f, int length, printer *p) {
    lg_status status = LG_OK;
    for (int i = 0; i < SPLITS && status == LG_OK; i++) {
        p->split = lg_split_name(splits[i]);
        status = lg_sample_all(f, splits[i], length, on_example, p);
    }
    return status;
}

static int print_samples(cli *c, lg_config *f, void *user) {
    (void)user;
    int split;
    long length = 0, count = 5; /* length 0: all lengths with --split all, otherwise a default length */
    if (cli_flag_int(&c->args, "length", 1, LG_LENGTH_MAX, &length) ||
        cli_flag_int(&c->args, "bucket", 1, LG_LENGTH_MAX, &length) ||
        cli_flag_int(&c->args, "count", 1, 1 << 30, &count) || read_split(&c->args, &split))
        return LG_USAGE;
    printer p = {.c = c, .split = split < SPLITS ? lg_split_name(splits[split]) : NULL};
    const lg_status status = split == SPLITS
                                 ? print_all(f, (int)length, &p)
                                 : lg_sample_split(f, splits[split], (int)length, (int)count,
                                                   (uint64_t)cli_config_int(f, "train.seed", 0), on_example, &p);
    if (status != LG_OK) return cli_fail_library(c, status);
    return cli_flag_on(&c->args, "digest") ? print_digest(&p, f) : LG_OK;
}

/* Whether an option affects samples. Only options of the data, the lengths of training and tests, and the seed do. */
static bool is_read(const char *key) {
    static const char *const keys[] = {"task",        "data", "seed", "train.seed", "curriculum", "curriculum.lengths",
                                       "eval.lengths"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!strcmp(key, keys[i])) return true;
    return !strncmp(key, "task.", 5) || !strncmp(key, "data.", 5);
}

/* Rejects flags that have no effect, such as --lengths instead of --length. Config files may set such options, because
 * they also describe runs. */
static int check_flags(const cli_args *args) {
    for (size_t i = 0; i < args->flag_count; i++) {
        const cli_flag_value_pair *g = &args->flags[i];
        if (g->setting && !is_read(g->name))
            return cli_fail(LG_USAGE, "sample does not read --%s%s", g->name,
                            strcmp(g->name, "lengths") ? "" : "; did you mean --length?");
    }
    return LG_OK;
}

static const lg_schema *const schemas[] = {&schema, &digest_schema, NULL};

static int run_sample(cli *c) {
    if (c->args.positional_count > 1)
        return cli_fail(LG_USAGE, "sample takes one task; remove %s", c->args.positionals[1]);
    int split;
    int status = check_flags(&c->args);
    if (status == LG_OK) status = read_split(&c->args, &split); /* before any file is read */
    if (status == LG_OK && c->args.positional_count) status = cli_args_name(&c->args, "data", c->args.positionals[0]);
    return status != LG_OK ? status : cli_config_run(c, NULL, print_samples, NULL);
}

const cli_command cli_command_sample = {
    .name = "sample",
    .summary = "print samples of a task",
    .usage = "lengthen sample [TASK] [flags]",
    .examples = "lengthen sample reverse_string\n"
                "lengthen sample modular_arithmetic_brackets --length 21 --count 3\n"
                "lengthen sample bucket_sort --length 12 --count 5 --seed 1 --json\n"
                "lengthen sample copy_rdc --split all --text\n"
                "lengthen sample pairs --data.train train.tsv --data.test test.tsv --split test --text",
    .text = "TASK is any of `lengthen list task` (axis data); the default is the task of the config\n"
            "(reverse_string).\n\n"
            "An encoder reads the input followed by one empty slot for each target token; a decoder reads the\n"
            "input, then the targets. The line below each sample is its mask. Accuracy counts only target tokens\n"
            "with mask 1; the loss counts all target tokens.\n\n"
            "Sample i depends only on the task, its options, the length, i and the seed. The seed is --data.seed\n"
            "in tasks with this option, and --seed in all other tasks. Samples are the same on every machine.\n"
            "Data from files has a finite number of samples, which do not depend on a seed. --digest prints a\n"
            "32-digit hash of the ids and masks in place of the samples, to compare samples between machines.",
    .positionals = "@task",
    .flags = flags,
    .others = others,
    .settings = cli_config_flags,
    .frequent = "seed",
    .schemas = schemas,
    .run = run_sample,
};
