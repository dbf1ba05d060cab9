/* run.c: `lengthen show RUN`: describes a run directory, and prints two commands that repeat the run: one with its
 * config file, and one with flags only, for machines without the directory. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/options.h"
#include "cli/show/show.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"
#include "cli/ui/text.h"

enum { PATH = 4096, INDENT = 2, WITHIN = 6, COLUMNS = 100 };

/* A command line being built. Its words are separated by tabs, which no word contains: lg_text_word writes a tab as
 * \011. */
typedef struct line {
    char *text;
    size_t size;
    FILE *to;
} line;

static void add_word(line *l, const char *text) {
    char *word = lg_text_word(text);
    if (word)
        fputs(word, l->to);
    else
        cli_out_lose();
    free(word);
}

/* ---- flags only ---- */

static bool is_of_machine(const char *key) {
    return !strcmp(key, "out") || !strcmp(key, "threads");
}

/* Does the setting get a flag from the start? This is so for data, positions and encoding, and for all other choices
 * that differ from the defaults. */
static bool begins_flagged(lg_config *fresh, const lg_setting *s) {
    static const char *const always[] = {"data", "positions", "encoding"};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (!strcmp(s->key, always[i])) return true;
    return cli_is_axis(s->key) && strcmp(lg_config_get(fresh, s->key), s->value);
}

/* Flags settings of `f` that are not flagged yet and whose values differ from those in `made`; if `made` is NULL, flags
 * all. If `choices`, flags only choices on axes, otherwise only other options. Returns whether it flagged any. */
static bool flag_missing(lg_config *f, lg_config *made, bool choices, bool *flagged) {
    bool any = false;
    for (size_t i = 0; i < lg_config_count(f); i++) {
        const lg_setting s = lg_config_at(f, i);
        const char *value = made ? lg_config_get(made, s.key) : NULL;
        if (flagged[i] || is_of_machine(s.key) || cli_is_axis(s.key) != choices) continue;
        if (!value || strcmp(value, s.value)) flagged[i] = any = true;
    }
    return any;
}

/* Makes a config from the settings flagged so far, and flags the settings in which it still differs from `f`: choices
 * or, if no choices differ, other options. If the new config is invalid, for example because data files are missing,
 * flags all other options or, if all of them are already flagged, all choices. Returns whether it flagged any. */
static bool add_missing(cli *c, lg_config *f, bool *flagged) {
    lg_config *made;
    if (lg_config_new(c->context, &made) != LG_OK) {
        cli_out_lose();
        return false;
    }
    for (size_t i = 0; i < lg_config_count(f); i++) {
        const lg_setting s = lg_config_at(f, i);
        if (flagged[i]) lg_config_set(made, s.key, s.value, LG_FLAG, "");
    }
    const bool good = lg_config_check(made) == LG_OK;
    const bool any =
        flag_missing(f, good ? made : NULL, good, flagged) || flag_missing(f, good ? made : NULL, !good, flagged);
    lg_config_free(made);
    return any;
}

/* Computes for each setting of the config, by index, whether it needs a flag. NULL: out of memory. */
static bool *choose_flags(cli *c, lg_config *f) {
    lg_config *fresh;
    if (lg_config_new(c->context, &fresh) != LG_OK) return NULL;
    bool *flagged = calloc(lg_config_count(f) + 1, sizeof *flagged);
    for (size_t i = 0; flagged && i < lg_config_count(f); i++) {
        const lg_setting s = lg_config_at(f, i);
        flagged[i] = begins_flagged(fresh, &s);
    }
    lg_config_free(fresh);
    while (flagged && add_missing(c, f, flagged)) continue;
    return flagged;
}

static void add_flags(cli *c, line *l, lg_config *f) {
    bool *flagged = choose_flags(c, f);
    if (!flagged) cli_out_lose();
    for (size_t i = 0; flagged && i < lg_config_count(f); i++) {
        const lg_setting s = lg_config_at(f, i);
        if (!flagged[i]) continue;
        fprintf(l->to, "\t--%s=", s.key);
        add_word(l, s.value);
    }
    free(flagged);
}

/* ---- output ---- */

typedef struct row {
    const char *run, *hash, *repeat, *flags, *error;
} row;
static const lg_member members[] = {
    LG_MEMBER(row, run, "run", "run directory"),
    LG_MEMBER(row, hash, "hash", "hash of the run's config"),
    LG_MEMBER(row, repeat, "repeat", "command that repeats the run, from its config"),
    LG_MEMBER(row, flags, "flags", "command that repeats the run without its directory: all options are flags"),
    LG_MEMBER(row, error, "error", "error of the last process; absent if there was none", .optional = true),
    {0},
};
const lg_schema cli_schema_repeat = {.name = "lengthen.repeat/1", .about = "`show` of a run.", .members = members};

static bool begin_line(line *l) {
    l->to = open_memstream(&l->text, &l->size);
    if (l->to) fputs("lengthen train", l->to);
    return l->to;
}

/* Prints "1234 of 5000 steps" if training is unfinished, and the reason if the last process failed. */
static void print_progress(const lg_run_summary *s) {
    if (*s->ended == '\0' && s->step < s->steps)
        printf("  training is incomplete: %lld of %lld steps, %s\n", (long long)s->step, (long long)s->steps,
               s->busy ? "running" : s->state);
    if (*s->error == '\0') return;
    fputs("  it failed: ", stdout), cli_out_print(s->error, "");
    putchar('\n');
}

/* Prints the command as lines of shell, which can be pasted. */
static void print_command(const char *command) {
    int at = printf("%*s", INDENT, "");
    for (const char *word = command; *word != '\0'; word += *word == '\t') {
        const int size = (int)strcspn(word, "\t");
        const bool wraps = word > command && at + 1 + size + 2 > COLUMNS;
        if (word > command) fputs(wraps ? " \\\n" : " ", stdout);
        if (wraps) at = printf("%*s", WITHIN, "");
        at += 1 + printf("%.*s", size, word);
        word += size;
    }
    putchar('\n');
}

static void print_run(cli *c, const char *dir, lg_config *f, char *repeat, char *flags) {
    lg_run_summary s;
    const bool summarized = lg_run_summarize(c->context, dir, &s) == LG_OK;
    if (c->json) {
        lg_text_blank(repeat, "\n", ' '), lg_text_blank(flags, "\n", ' ');
        cli_row_put(&cli_schema_repeat,
                    &(row){dir, lg_config_hash(f), repeat, flags, summarized && *s.error ? s.error : NULL});
        return;
    }
    fputs(cli_bold(stdout), stdout), cli_out_print(dir, "");
    printf("%s\n  %s, positions %s, encoding %s: %s steps, seed %s\n  hash %s\n", cli_plain(stdout),
           lg_config_get(f, "data"), lg_config_get(f, "positions"), lg_config_alias(f, "encoding"),
           lg_config_get(f, "train.steps"), lg_config_get(f, "seed"), lg_config_hash(f));
    if (summarized) print_progress(&s);
    printf("\n%srepeat this run%s\n", cli_bold(stdout), cli_plain(stdout));
    print_command(repeat);
    printf("\n%srepeat it on a machine without its directory%s\n", cli_bold(stdout), cli_plain(stdout));
    print_command(flags);
}

static int show_config(cli *c, const char *dir, const char *config, lg_config *f) {
    line repeat = {0}, flags = {0};
    bool good = begin_line(&repeat) && begin_line(&flags);
    if (good) {
        fputs("\t--config ", repeat.to), add_word(&repeat, config), fputs("\t--out runs/again", repeat.to);
        add_flags(c, &flags, f);
        fputs("\t--out=runs/again", flags.to);
    }
    good &= cli_out_take(repeat.to, &repeat.text);
    good &= cli_out_take(flags.to, &flags.text);
    if (good) print_run(c, dir, f, repeat.text, flags.text);
    free(repeat.text);
    free(flags.text);
    return good ? LG_OK : cli_fail(LG_FAILED, "out of memory");
}

bool cli_show_run(cli *c, const char *name, int *status) {
    char dir[PATH], config[PATH + 16];
    size_t length = strlen(name);
    while (length > 1 && name[length - 1] == '/') length--;
    if (snprintf(dir, sizeof dir, "%.*s", (int)length, name) >= (int)sizeof dir) return false;
    snprintf(config, sizeof config, "%s/config.yaml", dir);
    struct stat about;
    if (stat(config, &about)) {
        if (cli_path_status() == LG_USAGE) return false;
        return *status = cli_fail(LG_FAILED, "cannot access %s: %s", config, strerror(errno)), true;
    }
    if (!S_ISREG(about.st_mode))
        return *status = cli_fail(LG_FAILED, "cannot read %s: it is not a regular file", config), true;
    lg_config *f;
    lg_status read = lg_config_new(c->context, &f);
    if (read != LG_OK) return *status = cli_fail_library(c, read), true;
    read = lg_config_load(f, config);
    if (read == LG_OK) read = lg_config_check(f);
    *status = read == LG_OK ? show_config(c, dir, config, f) : cli_fail_library(c, read);
    lg_config_free(f);
    return true;
}
