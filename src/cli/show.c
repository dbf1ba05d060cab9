/* show.c: `lengthen show NAME`: explains one choice of an axis, one axis, one option or one preset. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out.h"
#include "cli/text.h"

enum { INDENT = 2 };

static void heading(const char *text) {
    printf("\n%s%s%s\n", cli_bold(stdout), text, cli_plain(stdout));
}

static void paragraph(const char *text) {
    printf("%*s", INDENT, "");
    cli_text_wrap(stdout, text, INDENT, INDENT, cli_columns(stdout));
}

/* ---- a choice ---- */

static void print_choice(const lg_choice *e) {
    printf("%s%s/%s%s\n", cli_bold(stdout), e->axis, e->name, cli_plain(stdout));
    paragraph(e->summary);
    if (e->properties && *e->properties) heading("properties"), paragraph(e->properties);
    if (e->formula && *e->formula) heading("formula"), paragraph(e->formula);
    size_t count = lg_choice_options(e->axis, e->name);
    if (count) heading("options");
    for (size_t i = 0; i < count; i++) {
        lg_option_info info = lg_choice_option(e->axis, e->name, i);
        cli_help_option(&info, NULL, NULL);
    }
    if (e->source && *e->source) heading("source"), paragraph(e->source);
}

static json_t *option_json(const lg_option_info *info) {
    json_t *o = json_object();
    cli_out_text(o, "name", info->name);
    cli_out_text(o, "type", info->type);
    cli_out_text(o, "default", info->fallback);
    cli_out_text(o, "choices", info->choices);
    cli_out_text(o, "bounds", info->bounds);
    cli_out_text(o, "flag", info->flag);
    cli_out_text(o, "help", info->help);
    return o;
}

static void print_choice_json(const lg_choice *e) {
    json_t *o = cli_out_object("lengthen.choice/1"), *options = json_array();
    cli_out_text(o, "axis", e->axis);
    cli_out_text(o, "name", e->name);
    cli_out_text(o, "summary", e->summary);
    cli_out_text(o, "formula", e->formula);
    cli_out_text(o, "source", e->source);
    cli_out_text(o, "properties", e->properties);
    for (size_t i = 0; i < lg_choice_options(e->axis, e->name); i++) {
        lg_option_info info = lg_choice_option(e->axis, e->name, i);
        json_array_append_new(options, option_json(&info));
    }
    json_object_set_new(o, "options", options);
    cli_out_line(o);
}

static void show_choice(cli *c, const lg_choice *e, bool first) {
    if (c->json)
        print_choice_json(e);
    else
        printf("%s", first ? "" : "\n"), print_choice(e);
}

/* Does the choice answer to "rope" or "encoding/rope"? */
static bool answers(const lg_choice *e, const char *name) {
    const char *slash = strchr(name, '/');
    size_t length = slash ? (size_t)(slash - name) : 0;
    if (!slash) return !strcmp(e->name, name);
    return strlen(e->axis) == length && !strncmp(e->axis, name, length) && !strcmp(e->name, slash + 1);
}

static bool show_choices(cli *c, const char *name) {
    size_t shown = 0;
    for (size_t i = 0; i < lg_choice_count(); i++) {
        lg_choice e = lg_choice_at(i);
        if (answers(&e, name)) show_choice(c, &e, !shown++);
    }
    return shown > 0;
}

/* ---- an option, an axis, a preset ---- */

static bool show_option(cli *c, const char *name) {
    const cli_option *o = cli_option_find(name, strlen(name));
    if (!o) return false;
    if (c->json) {
        json_t *line = cli_out_object("lengthen.option/1"), *more = option_json(&o->info);
        json_object_update(line, more);
        json_decref(more);
        cli_out_line(line);
        return true;
    }
    cli_help_option(&o->info, o->of_axis, o->owners);
    return true;
}

static bool show_preset(cli *c, const char *name) {
    for (size_t i = 0; i < lg_preset_count(c->context); i++) {
        if (strcmp(lg_preset_name(c->context, i), name)) continue;
        lg_config *f;
        char summary[512];
        snprintf(summary, sizeof summary, "%s", lg_preset_summary(c->context, i));
        if (lg_config_new(c->context, &f) != LG_OK) return false;
        if (!c->json) printf("%spreset %s%s: %s\n\n", cli_bold(stdout), name, cli_plain(stdout), summary);
        bool good = lg_config_preset(f, name) == LG_OK && lg_config_check(f) == LG_OK;
        if (good)
            cli_config_print(c, f);
        else
            cli_fail_library(c, LG_USAGE);
        lg_config_free(f);
        return true;
    }
    return false;
}

static int unknown(cli *c, const char *name) {
    cli_nearest near = cli_nearest_to(name, strlen(name));
    for (size_t i = 0; i < lg_choice_count(); i++) cli_nearest_try(&near, lg_choice_at(i).name);
    for (size_t i = 0; i < lg_preset_count(c->context); i++) cli_nearest_try(&near, lg_preset_name(c->context, i));
    cli_options_suggest(&near);
    const char *best = cli_nearest_best(&near);
    if (best) return cli_fail(LG_USAGE, "there is nothing named %s; did you mean %s?", name, best);
    return cli_fail(LG_USAGE, "there is nothing named %s; `lengthen list` shows what there is", name);
}

static int run(cli *c) {
    if (!c->args.word_count) return cli_fail(LG_USAGE, "show wants a name: lengthen show rope");
    for (size_t i = 0; i < c->args.word_count; i++) {
        const char *name = c->args.words[i];
        if (i && !c->json) putchar('\n');
        if (!show_choices(c, name) && !show_option(c, name) && !show_preset(c, name)) return unknown(c, name);
    }
    return LG_OK;
}

const cli_command cli_command_show = {
    .name = "show",
    .summary = "explain one of them: formula, options, defaults, paper",
    .usage = "lengthen show NAME...",
    .examples = "lengthen show rope\n"
                "lengthen show bucket_sort --json\n"
                "lengthen show encoding/none\n"
                "lengthen show train.lr\n"
                "lengthen show quick",
    .text = "NAME is a choice on an axis (see `lengthen list`; AXIS/NAME where two axes have the same), an\n"
            "option, an axis or a preset.",
    .words = "@name",
    .run = run,
};
