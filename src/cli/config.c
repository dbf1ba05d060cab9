/* config.c: fills a config from files, environment variables and flags, and prints it with the origin of each value. */
#include "cli/config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"

/* ---- filling a config ---- */

static lg_status load_files(cli *c, lg_config *f) {
    lg_status status = LG_OK;
    for (size_t i = 0; i < c->args.flag_count && status == LG_OK; i++) {
        const cli_flag_value_pair *g = &c->args.flags[i];
        if (g->setting) continue;
        if (!strcmp(g->name, "preset")) status = lg_config_preset(f, g->value);
        if (!strcmp(g->name, "config")) status = lg_config_load(f, g->value);
    }
    return status;
}

/* Sets options of a trained run from environment variables: only evaluation, metric and threads. All other variables
 * are for new runs. */
static lg_status set_test_variables(lg_config *f) {
    lg_status status = LG_OK;
    for (size_t i = 0; i < cli_option_count() && status == LG_OK; i++) {
        const char *key = cli_option_at(i)->info.name;
        if (strncmp(key, "eval.", 5) && strcmp(key, "threads") && strcmp(key, "metric")) continue;
        char name[96] = "LENGTHEN_";
        size_t at = strlen(name);
        for (; *key && at + 1 < sizeof name; key++) name[at++] = *key == '.' ? '_' : (char)toupper((unsigned char)*key);
        const char *value = getenv(name);
        if (value) status = lg_config_set(f, cli_option_at(i)->info.name, value, LG_ENVIRONMENT, name);
    }
    return status;
}

static lg_status set_flags(cli *c, lg_config *f) {
    lg_status status = LG_OK;
    for (size_t i = 0; i < c->args.flag_count && status == LG_OK; i++) {
        const cli_flag_value_pair *g = &c->args.flags[i];
        if (!g->setting) continue;
        char where[80];
        snprintf(where, sizeof where, "--%s", g->name);
        status = lg_config_set(f, g->name, g->value, LG_FLAG, where);
    }
    return status;
}

/* Returns LG_OK, or the status after printing the library's message. */
static int report_status(cli *c, lg_status status) {
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

int cli_config_override(cli *c, lg_config *f) {
    lg_status status = set_test_variables(f);
    if (status == LG_OK) status = set_flags(c, f);
    if (status == LG_OK) status = lg_config_check(f);
    return report_status(c, status);
}

int cli_config_share_metric(cli *c, lg_config *first, lg_config *f) {
    const char *metric = lg_config_alias(first, "metric");
    return metric ? report_status(c, lg_config_set(f, "metric", metric, LG_FLAG, "the first run")) : LG_OK;
}

int cli_config_fill(cli *c, lg_config *f, const char *file) {
    lg_status status = load_files(c, f);
    if (status == LG_OK && file) status = lg_config_load(f, file);
    if (status == LG_OK) status = lg_config_environment(f);
    if (status == LG_OK) status = set_flags(c, f);
    return report_status(c, status);
}

int cli_config_run(cli *c, cli_config_fn prepare, cli_config_fn work, void *user) {
    lg_config *f;
    int status = report_status(c, lg_config_new(c->context, &f));
    if (status != LG_OK) return status;
    status = cli_config_fill(c, f, NULL);
    if (status == LG_OK) status = prepare ? prepare(c, f, user) : report_status(c, lg_config_check(f));
    if (status == LG_OK) status = cli_flag_on(&c->args, "print-config") ? cli_config_print(c, f) : work(c, f, user);
    lg_config_free(f);
    return status;
}

/* ---- --print-config ---- */

/* Width of the widest "key: value" text, ignoring texts wider than 48 columns. Origins are aligned after this width. */
static int settings_width(lg_config *f) {
    int width = 0;
    for (size_t i = 0; i < lg_config_count(f); i++) {
        lg_setting s = lg_config_at(f, i);
        int w = (int)(strlen(s.key) + 2 + strlen(s.value));
        if (w > width && w <= 48) width = w;
    }
    return width;
}

static void print_setting(const lg_setting *s, int width) {
    const int used = printf("%s: ", s->key) + (int)strlen(s->yaml);
    cli_out_data(s->yaml, "");
    printf("%*s  # %s%s", used < width ? width - used : 0, "", s->origin, *s->where ? ", " : "");
    cli_out_print(s->where, "");
    putchar('\n');
}

typedef struct row {
    const char *run;
    lg_setting x;
} row;
static const lg_member members[] = {
    LG_MEMBER(row, run, "run", "run directory, if there are several runs", .optional = true),
    LG_MEMBER(row, x.key, "key", "name of the option"),
    LG_MEMBER(row, x.value, "value", "value as text"),
    LG_MEMBER(row, x.origin, "origin", "`default`, `preset`, `file`, `environment` or `flag`"),
    LG_MEMBER(row, x.where, "where", "file, variable or flag; otherwise empty"),
    {0},
};
const lg_schema cli_schema_setting = {
    .name = "lengthen.setting/1",
    .about = "`--print-config`, and `show` of a preset: one row per option.",
    .members = members,
};

static int print_config(cli *c, lg_config *f, const char *run) {
    lg_status checked = lg_config_check(f);
    if (checked != LG_OK) return report_status(c, checked);
    int width = settings_width(f);
    for (size_t i = 0; i < lg_config_count(f); i++) {
        lg_setting s = lg_config_at(f, i);
        if (!s.where) s.where = "";
        cli_row_put(&cli_schema_setting, &(row){run, s});
        if (!c->json) print_setting(&s, width);
    }
    return LG_OK;
}

int cli_config_print(cli *c, lg_config *f) {
    return print_config(c, f, NULL);
}

int cli_config_print_all(cli *c, lg_config *const *configs, size_t count) {
    int status = LG_OK;
    for (size_t i = 0; i < count && status == LG_OK; i++) {
        char run[1024];
        snprintf(run, sizeof run, "%s", lg_config_get(configs[i], "out"));
        if (!c->json && count > 1) cli_out_say("--- # %s", run);
        status = print_config(c, configs[i], count > 1 ? run : NULL);
    }
    return status;
}

long cli_config_int(lg_config *f, const char *key, long otherwise) {
    const char *text = lg_config_get(f, key);
    return text ? strtol(text, NULL, 10) : otherwise;
}

bool cli_is_preset(const cli *c, const char *name) {
    for (size_t i = 0; i < lg_preset_count(c->context); i++)
        if (!strcmp(lg_preset_name(c->context, i), name)) return true;
    return false;
}

bool cli_is_sweep_file(const cli *c, const char *name) {
    for (size_t i = 0; i < lg_sweep_file_count(c->context); i++)
        if (!strcmp(lg_sweep_file_name(c->context, i), name)) return true;
    return false;
}
