/* options.c: the library's options as flags, and flags into a config. The program keeps no list of options of its own:
 * what the library adds tomorrow is a flag, a line of help and a completion the same day. */
#include "cli/options.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out.h"

/* ---- catalogue: made at first use, the same for every command ---- */

static struct {
    cli_option *items;
    size_t count, room;
    bool made;
} catalogue;

static cli_option *find_exact(const char *name) {
    for (size_t i = 0; i < catalogue.count; i++)
        if (!strcmp(catalogue.items[i].info.name, name)) return &catalogue.items[i];
    return NULL;
}

static char *join(const char *a, const char *between, const char *b) {
    char *both = malloc(strlen(a) + strlen(between) + strlen(b) + 1);
    return both ? strcat(strcat(strcpy(both, a), between), b) : NULL;
}

static cli_option *append(lg_option_info info) {
    if (catalogue.count == catalogue.room) {
        size_t room = catalogue.room ? 2 * catalogue.room : 64;
        cli_option *more = realloc(catalogue.items, room * sizeof *more);
        if (!more) return NULL;
        catalogue.items = more, catalogue.room = room;
    }
    cli_option *o = &catalogue.items[catalogue.count++];
    *o = (cli_option){.info = info};
    return o;
}

/* The names on an axis, separated by blanks. */
static char *names_on(const char *axis) {
    char *names = join("", "", "");
    for (size_t i = 0; i < lg_choice_count() && names; i++) {
        lg_choice choice = lg_choice_at(i);
        if (strcmp(choice.axis, axis)) continue;
        char *more = join(names, *names ? " " : "", choice.name);
        free(names);
        names = more;
    }
    return names;
}

static void add_axis(const lg_axis *axis, const char *fallback) {
    char *names = names_on(axis->name), *first = join("", "", fallback ? fallback : "");
    cli_option *o =
        names && first ? append((lg_option_info){axis->name, "name", first, names, "", "", axis->summary}) : NULL;
    if (o)
        o->axis = true, o->names = names, o->first = first;
    else
        free(names), free(first);
}

/* What an axis has when nobody chooses is told by an empty config. */
static void add_axes(void) {
    lg_context *c = lg_context_new();
    lg_config *f = NULL;
    bool good = c && lg_config_new(c, &f) == LG_OK;
    for (size_t i = 0; good && i < lg_axis_count(); i++) {
        lg_axis axis = lg_axis_at(i);
        add_axis(&axis, lg_config_get(f, axis.name));
    }
    lg_config_free(f);
    lg_context_free(c);
}

static void add_common(void) {
    for (size_t i = 0; i < lg_common_option_count(); i++) append(lg_common_option(i));
}

/* Two choices of an axis may bring the same row; it is listed once, with both as owners. */
static void add_choice(const lg_choice *choice) {
    for (size_t j = 0; j < lg_choice_options(choice->axis, choice->name); j++) {
        lg_option_info info = lg_choice_option(choice->axis, choice->name, j);
        cli_option *o = find_exact(info.name);
        if (o && !o->owners) continue;
        char *owners = o ? join(o->owners, ", ", choice->name) : join("", "", choice->name);
        if (!o) o = append(info);
        if (!o || !owners) {
            free(owners);
            continue;
        }
        free(o->owners);
        o->of_axis = choice->axis, o->owners = owners;
    }
}

static void make_catalogue(void) {
    if (catalogue.made) return;
    catalogue.made = true;
    add_axes();
    add_common();
    for (size_t i = 0; i < lg_choice_count(); i++) {
        lg_choice choice = lg_choice_at(i);
        add_choice(&choice);
    }
}

void cli_options_free(void) {
    for (size_t i = 0; i < catalogue.count; i++) {
        free(catalogue.items[i].owners);
        free(catalogue.items[i].names);
        free(catalogue.items[i].first);
    }
    free(catalogue.items);
    memset(&catalogue, 0, sizeof catalogue);
}

size_t cli_option_count(void) {
    make_catalogue();
    return catalogue.count;
}

const cli_option *cli_option_at(size_t i) {
    make_catalogue();
    return &catalogue.items[i];
}

static bool same(const char *a, const char *name, size_t length) {
    return *a && strlen(a) == length && !strncmp(a, name, length);
}

/* An axis answers to NAME.name as well. */
static bool same_axis(const cli_option *o, const char *name, size_t length) {
    const char *tail = ".name";
    size_t extra = strlen(tail);
    return o->axis && length > extra && !strncmp(name + length - extra, tail, extra) &&
           same(o->info.name, name, length - extra);
}

const cli_option *cli_option_find(const char *name, size_t length) {
    for (size_t i = 0; i < cli_option_count(); i++) {
        const cli_option *o = cli_option_at(i);
        if (same(o->info.name, name, length) || same(o->info.flag, name, length) || same_axis(o, name, length))
            return o;
    }
    return NULL;
}

const char *cli_option_spelling(const cli_option *o, const char *name, size_t length) {
    return same(o->info.flag, name, length) ? o->info.flag : o->info.name;
}

void cli_options_suggest(cli_nearest *near) {
    for (size_t i = 0; i < cli_option_count(); i++) {
        const lg_option_info *info = &cli_option_at(i)->info;
        cli_nearest_try(near, info->name);
        if (*info->flag) cli_nearest_try(near, info->flag);
    }
}

/* ---- flags into a config ---- */

static lg_status load_files(cli *c, lg_config *f) {
    lg_status status = LG_OK;
    for (size_t i = 0; i < c->args.givens && status == LG_OK; i++) {
        const cli_given *g = &c->args.given[i];
        if (g->setting) continue;
        if (!strcmp(g->name, "preset")) status = lg_config_preset(f, g->value);
        if (!strcmp(g->name, "config")) status = lg_config_load(f, g->value);
    }
    return status;
}

/* What the environment says about testing holds for trained runs too; the rest of it is about new ones. */
static lg_status set_test_variables(lg_config *f) {
    lg_status status = LG_OK;
    for (size_t i = 0; i < cli_option_count() && status == LG_OK; i++) {
        const char *key = cli_option_at(i)->info.name;
        if (strncmp(key, "eval.", 5) && strcmp(key, "threads")) continue;
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
    for (size_t i = 0; i < c->args.givens && status == LG_OK; i++) {
        const cli_given *g = &c->args.given[i];
        if (!g->setting) continue;
        char where[80];
        snprintf(where, sizeof where, "--%s", g->name);
        status = lg_config_set(f, g->name, g->value, LG_FLAG, where);
    }
    return status;
}

/* LG_OK, or the status after the library's words. */
static int said(cli *c, lg_status status) {
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

int cli_config_override(cli *c, lg_config *f) {
    lg_status status = set_test_variables(f);
    if (status == LG_OK) status = set_flags(c, f);
    if (status == LG_OK) status = lg_config_check(f);
    return said(c, status);
}

int cli_config_fill(cli *c, lg_config *f, const char *file) {
    lg_status status = load_files(c, f);
    if (status == LG_OK && file) status = lg_config_load(f, file);
    if (status == LG_OK) status = lg_config_environment(f);
    if (status == LG_OK) status = set_flags(c, f);
    return said(c, status);
}

int cli_config_run(cli *c, cli_config_fn prepare, cli_config_fn work, void *user) {
    lg_config *f;
    int status = said(c, lg_config_new(c->context, &f));
    if (status != LG_OK) return status;
    status = cli_config_fill(c, f, NULL);
    if (status == LG_OK) status = prepare ? prepare(c, f, user) : said(c, lg_config_check(f));
    if (status == LG_OK) status = cli_flag_on(&c->args, "print-config") ? cli_config_print(c, f) : work(c, f, user);
    lg_config_free(f);
    return status;
}

/* ---- --print-config ---- */

/* A YAML scalar: plain where that is safe, else with quotes. */
static const char *scalar(const char *text, char *to, size_t room) {
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,+-<>";
    bool plain = strspn(text, safe) == strlen(text) && (isalnum((unsigned char)*text) || *text == '/' || *text == '.');
    if (plain)
        snprintf(to, room, "%s", text);
    else
        cli_out_quote(text, to, room);
    return to;
}

/* Width of the widest "key: value", so that the origins stand in one column; long texts may stick out. */
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
    char value[1024];
    int used = printf("%s: %s", s->key, scalar(s->value, value, sizeof value));
    printf("%*s  # %s%s%s\n", used < width ? width - used : 0, "", s->origin, s->where && *s->where ? ", " : "",
           s->where ? s->where : "");
}

static void print_setting_json(const lg_setting *s, const char *run) {
    json_t *o = cli_out_object("lengthen.setting/1");
    if (run) cli_out_text(o, "run", run);
    cli_out_text(o, "key", s->key);
    cli_out_text(o, "value", s->value);
    cli_out_text(o, "origin", s->origin);
    cli_out_text(o, "where", s->where ? s->where : "");
    cli_out_line(o);
}

static int print_config(cli *c, lg_config *f, const char *run) {
    lg_status checked = lg_config_check(f);
    if (checked != LG_OK) return said(c, checked);
    int width = settings_width(f);
    for (size_t i = 0; i < lg_config_count(f); i++) {
        lg_setting s = lg_config_at(f, i);
        if (c->json)
            print_setting_json(&s, run);
        else
            print_setting(&s, width);
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
        if (!c->json && count > 1) printf("--- # %s\n", run);
        status = print_config(c, configs[i], count > 1 ? run : NULL);
    }
    return status;
}

long cli_config_int(lg_config *f, const char *key, long otherwise) {
    const char *text = lg_config_get(f, key);
    return text ? strtol(text, NULL, 10) : otherwise;
}
