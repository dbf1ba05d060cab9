/* run_list.c: turns a command line into the configs of the runs to train. All errors are reported before the first run
 * begins. */
#include "cli/train/run_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/config.h"
#include "cli/options.h"
#include "cli/ui/text.h"

enum { MAX_SEEDS = 100000 };

/* The sources of one run's config. */
typedef struct recipe {
    const char *file; /* NULL: only flags */
    bool folder;      /* `file` is a run directory, whose run continues */
    const long *seed; /* NULL: the command line has no list of seeds */
    bool among_files; /* there are several files */
} recipe;

/* ---- seeds ---- */

/* The flag with a list of seeds; NULL: there is none. A single seed is an ordinary option, not a list. */
static const cli_flag_value_pair *seed_list(const cli_args *args) {
    const cli_option *seed = cli_option_find("train.seed", strlen("train.seed"));
    for (size_t i = 0; i < args->flag_count; i++) {
        const cli_flag_value_pair *g = &args->flags[i];
        if (g->setting && cli_option_find(g->name, strlen(g->name)) == seed &&
            (strchr(g->value, ',') || strstr(g->value, "..") || (*g->value && strchr(g->value + 1, '-'))))
            return g;
    }
    return NULL;
}

static int count_seeds(const cli_flag_value_pair *list, size_t *count) {
    cli_range r;
    const char *text = list->value;
    *count = 0;
    if (strstr(text, ",,") || text[strlen(text) - 1] == ',')
        return cli_fail(LG_USAGE, "--%s %s: a seed is missing", list->name, text);
    while (*text && !strchr(list->value, '-') && cli_range_next(&text, &r)) {
        if ((r.last - r.first) / r.step >= MAX_SEEDS - (long)*count)
            return cli_fail(LG_USAGE, "--%s %s: more than %d runs", list->name, list->value, MAX_SEEDS);
        *count += (size_t)((r.last - r.first) / r.step + 1);
    }
    if (!*text && *count) return LG_OK;
    return cli_fail(LG_USAGE, "--%s %s: expected seeds such as 1..3 or 1,2,5", list->name, list->value);
}

/* Parses the list of seeds. The caller frees it. If there is no list, *seeds is NULL and *count is 0. */
static int read_seeds(const cli_args *args, long **seeds, size_t *count) {
    const cli_flag_value_pair *list = seed_list(args);
    *seeds = NULL, *count = 0;
    if (!list) return LG_OK;
    int status = count_seeds(list, count);
    if (status != LG_OK) return status;
    *seeds = calloc(*count, sizeof **seeds);
    if (!*seeds) return cli_fail(LG_FAILED, "out of memory");
    cli_range r;
    size_t n = 0;
    for (const char *text = list->value; *text && cli_range_next(&text, &r);)
        for (long s = r.first; n < *count && s <= r.last; s += r.step) (*seeds)[n++] = s;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if ((*seeds)[i] == (*seeds)[k]) return cli_fail(LG_USAGE, "--seed: %ld is listed twice", (*seeds)[i]);
    return LG_OK;
}

/* ---- files ---- */

static int check_file(const cli *c, const char *path) {
    struct stat about;
    lg_choice choice;
    if (!stat(path, &about)) {
        char config[4200];
        snprintf(config, sizeof config, "%s/config.yaml", path);
        if (!S_ISDIR(about.st_mode) || !access(config, F_OK)) return LG_OK;
        return cli_fail(LG_USAGE, "%s is not a run: it has no config.yaml", path);
    }
    if (cli_path_status() != LG_USAGE) return cli_fail(LG_FAILED, "cannot access %s: %s", path, strerror(errno));
    if (!strcmp(path, "true") || !strcmp(path, "false"))
        return cli_fail(LG_USAGE,
                        "unexpected argument '%s'; write the value of a switch after an equals sign, as "
                        "in --model.bias=%s",
                        path, path);
    if (lg_choice_find(path, &choice)) return cli_refuse_positional(&c->args, path);
    if (cli_is_preset(c, path))
        return cli_fail(LG_USAGE, "train: unexpected argument '%s'; did you mean --preset %s?", path, path);
    if (cli_is_sweep_file(c, path))
        return cli_fail(LG_USAGE, "%s is a sweep: lengthen sweep run %s trains its runs", path, path);
    if (strchr(path, '=') && cli_option_find(path, strcspn(path, "=")))
        return cli_fail(LG_USAGE, "unexpected argument '%s'; did you mean --%s?", path, path);
    char word[LG_OTHER_WORD];
    if (strchr(path, '=') && lg_other_word(path, strcspn(path, "="), "--", word))
        return cli_fail(LG_USAGE, "unexpected argument '%s'%s", path, word);
    return cli_fail(LG_USAGE,
                    "train: there is no config file %s; `lengthen train --help` shows how it "
                    "is used",
                    path);
}

static int check_files(const cli *c) {
    int status = LG_OK;
    for (size_t i = 0; i < c->args.positional_count && status == LG_OK; i++)
        status = check_file(c, c->args.positionals[i]);
    return status;
}

/* ---- directories ---- */

/* Was this option set for all runs, by a flag or the environment? */
static bool is_common(lg_config *f, const char *key) {
    for (size_t i = 0; i < lg_config_count(f); i++) {
        lg_setting s = lg_config_at(f, i);
        if (!strcmp(s.key, key)) return !strcmp(s.origin, "flag") || !strcmp(s.origin, "environment");
    }
    return false;
}

/* The file's name without its folder and ending; returns its length. */
static int stem(const char *path, const char **from) {
    const char *slash = strrchr(path, '/'), *dot;
    *from = slash ? slash + 1 : path;
    dot = strrchr(*from, '.');
    return (int)(dot && dot != *from ? (size_t)(dot - *from) : strlen(*from));
}

/* If several runs would share the directory OUT, names a separate one for this run: OUT-FILE, OUT-seed3. If OUT
 * contains the hash of the config, it already differs between runs. */
static int name_directory(cli *c, lg_config *f, const recipe *r) {
    const char *out = lg_config_get(f, "out"), *hash = lg_config_hash(f), *name = "";
    if (!out || !hash || strstr(out, hash)) return LG_OK; /* an invalid config is reported by a later check */
    int length = r->among_files && is_common(f, "out") ? stem(r->file, &name) : 0;
    size_t whole = strlen(out), capacity;
    while (whole > 1 && out[whole - 1] == '/') whole--;
    char seed[32] = "", *named = malloc(capacity = whole + (size_t)length + sizeof seed + 2);
    if (r->seed) snprintf(seed, sizeof seed, "-seed%ld", *r->seed);
    if (!named) return cli_fail(LG_FAILED, "out of memory");
    snprintf(named, capacity, "%.*s%s%.*s%s", (int)whole, out, length ? "-" : "", length, name, seed);
    lg_status status = lg_config_set(f, "out", named, LG_FLAG, "--out");
    free(named);
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

/* ---- the plan ---- */

static bool is_folder(const char *path) {
    struct stat about;
    return !stat(path, &about) && S_ISDIR(about.st_mode);
}

/* Fills the config of a run. If the recipe names a run directory, the config stored there is used. The run then
 * continues in that directory, unless --out or a list of seeds is given. */
static int fill(cli *c, const recipe *r, lg_config *f) {
    char config[4200];
    if (!r->folder) return cli_config_fill(c, f, r->file);
    snprintf(config, sizeof config, "%s/config.yaml", r->file);
    const int wrong = cli_config_fill(c, f, config);
    if (wrong != LG_OK || r->seed || is_common(f, "out")) return wrong;
    const lg_status status = lg_config_set(f, "out", r->file, LG_FILE, r->file);
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

static int make_config(cli *c, const recipe *r, lg_config **out) {
    lg_status status = lg_config_new(c->context, out);
    if (status != LG_OK) return cli_fail_library(c, status);
    int wrong = fill(c, r, *out);
    if (wrong != LG_OK) return wrong;
    char seed[32];
    if (r->seed) {
        snprintf(seed, sizeof seed, "%ld", *r->seed);
        status = lg_config_set(*out, "train.seed", seed, LG_FLAG, "--seed");
        if (status != LG_OK) return cli_fail_library(c, status);
    }
    if (r->seed || (r->among_files && !r->folder)) wrong = name_directory(c, *out, r);
    if (wrong != LG_OK) return wrong;
    status = lg_config_check(*out);
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

static int make_all(cli *c, const long *seeds, size_t each, cli_run_list *plan) {
    size_t files = c->args.positional_count, rows = files ? files : 1, columns = each ? each : 1;
    plan->configs = calloc(rows * columns, sizeof(lg_config *));
    if (!plan->configs) return cli_fail(LG_FAILED, "out of memory");
    int status = LG_OK;
    for (size_t i = 0; i < rows * columns && status == LG_OK; i++) {
        recipe r = {.file = files ? c->args.positionals[i / columns] : NULL,
                    .seed = each ? &seeds[i % columns] : NULL,
                    .among_files = files > 1};
        r.folder = r.file && is_folder(r.file);
        plan->count++;
        status = make_config(c, &r, &plan->configs[i]);
    }
    return status;
}

int cli_run_list_make(cli *c, cli_run_list *plan) {
    long *seeds = NULL;
    size_t each;
    *plan = (cli_run_list){0};
    int status = check_files(c);
    if (status == LG_OK) status = read_seeds(&c->args, &seeds, &each);
    if (status == LG_OK) status = make_all(c, seeds, each, plan);
    free(seeds);
    return status;
}

void cli_run_list_free(cli_run_list *plan) {
    for (size_t i = 0; i < plan->count; i++) lg_config_free(plan->configs[i]);
    free(plan->configs);
}
