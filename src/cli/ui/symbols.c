/* symbols.c: collects a task's symbols from samples. A few samples of two neighbouring lengths show all symbols of a
 * generated task; samples of the default length (0) show some of the symbols in data files. */
#include "cli/ui/symbols.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

enum { SAMPLES = 64 };
static const int lengths[] = {0, 24, 25};

static void learn_symbols(char **symbols, const int32_t *ids, const char *const *names, int count) {
    for (int i = 0; i < count; i++)
        if (ids[i] >= 0 && ids[i] < CLI_SYMBOLS && !symbols[ids[i]]) symbols[ids[i]] = strdup(names[i]);
}

static void on_example(void *user, const lg_example *e) {
    cli_symbols *s = user;
    learn_symbols(s->input, e->input, e->input_symbols, e->inputs);
    learn_symbols(s->output, e->target, e->target_symbols, e->targets);
}

void cli_symbols_learn(cli_symbols *s, lg_config *f) {
    *s = (cli_symbols){0};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        lg_sample_task(f, lengths[i], SAMPLES, 0, on_example, s);
}

void cli_symbols_free(cli_symbols *s) {
    for (int i = 0; i < CLI_SYMBOLS; i++) free(s->input[i]), free(s->output[i]);
}

const char *cli_symbols_output(const cli_symbols *s, int id) {
    static char number[16];
    if (id >= 0 && id < CLI_SYMBOLS && s->output[id]) return s->output[id];
    snprintf(number, sizeof number, "%d", id);
    return number;
}

static int as_number(const char *flag, const char *text, int32_t *id) {
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno || *end || value < 0 || value > INT32_MAX)
        return cli_fail(LG_USAGE, "--%s: %s is not an id; expected whole numbers%s", flag, text,
                        strcmp(flag, "input") ? "" : "; give symbols to --symbols");
    *id = (int32_t)value;
    return LG_OK;
}

static bool as_symbol(const cli_symbols *s, const char *text, int32_t *id) {
    for (*id = 0; *id < CLI_SYMBOLS; ++*id)
        if (s->input[*id] && !strcmp(s->input[*id], text)) return true;
    *id = 0;
    return false;
}

int cli_symbols_refuse(const char *unknown) {
    return cli_fail(LG_USAGE, "--symbols: no sample of the task has the symbol %.*s; `lengthen sample TASK` shows them",
                    (int)strcspn(unknown, " \t"), unknown);
}

/* Copies the text, which strtok_r will split, and allocates as many ids as the text can have words. */
static int begin_words(const char *text, char **copy, int32_t **ids, int *count) {
    *copy = strdup(text);
    *ids = calloc(strlen(text) + 1, sizeof **ids);
    *count = 0;
    return *copy && *ids ? LG_OK : cli_fail(LG_FAILED, "out of memory");
}

int cli_ids_read(const char *flag, const char *text, int32_t **ids, int *count) {
    char *copy, *rest;
    int status = begin_words(text, &copy, ids, count);
    rest = copy;
    for (char *word; status == LG_OK && (word = strtok_r(rest, " ,[]\t", &rest));)
        status = as_number(flag, word, *ids + (*count)++);
    if (status == LG_OK && !*count) status = cli_fail(LG_USAGE, "--%s is empty; expected at least one token", flag);
    free(copy);
    return status;
}

int cli_symbols_read(const cli_symbols *s, const char *text, int32_t **ids, int *count, const char **unknown) {
    char *copy, *rest;
    int status = begin_words(text, &copy, ids, count);
    rest = copy;
    *unknown = NULL;
    for (char *word; status == LG_OK && (word = strtok_r(rest, " \t", &rest));)
        if (!as_symbol(s, word, *ids + (*count)++) && !*unknown) *unknown = text + (word - copy);
    if (status == LG_OK && !*count) status = cli_fail(LG_USAGE, "the input is empty; expected at least one token");
    free(copy);
    return status;
}
