/* list.c: `lengthen list`: lists the choices on each axis. */
#include <string.h>

#include "cli/show/show.h"
#include "cli/ui/text.h"

/* Is the given word this name, or its plural ("encodings")? */
static bool names(const char *given, const char *name) {
    const size_t n = strlen(name);
    return n > 0 && !strncmp(given, name, n) && (given[n] == '\0' || !strcmp(given + n, "s"));
}

/* Does a positional argument name the axis, by its name or short flag? Also true if there are no positional
 * arguments. */
static bool is_wanted(const cli *c, const char *name, const char *flag) {
    for (size_t i = 0; i < c->args.positional_count; i++)
        if (names(c->args.positionals[i], name) || names(c->args.positionals[i], flag)) return true;
    return c->args.positional_count == 0;
}

static bool is_axis(const char *name) {
    for (const lg_axis *a = cli_no_axes; *a->name; a++)
        if (names(name, a->name)) return true;
    for (size_t i = 0; i < lg_axis_count(); i++)
        if (names(name, lg_axis_at(i).name) || names(name, lg_axis_at(i).flag)) return true;
    return !strcmp(name, "presets") || !strcmp(name, "sweeps") || !strcmp(name, "rules");
}

static int check_positionals(const cli *c) {
    for (size_t i = 0; i < c->args.positional_count; i++) {
        const char *name = c->args.positionals[i];
        if (is_axis(name)) continue;
        cli_nearest near = cli_nearest_to(name, strlen(name));
        for (size_t a = 0; a < lg_axis_count(); a++) cli_nearest_try(&near, lg_axis_at(a).name);
        for (const lg_axis *a = cli_no_axes; *a->name; a++) cli_nearest_try(&near, a->name);
        cli_nearest_try(&near, "rules");
        cli_nearest_try(&near, "presets");
        cli_nearest_try(&near, "sweeps");
        const char *best = cli_nearest_best(&near);
        if (best) return cli_fail(LG_USAGE, "there is no axis %s; did you mean %s?", name, best);
        char word[LG_OTHER_WORD], all[300] = "sublayers, settings, rules, presets, sweeps";
        if (lg_other_word(name, strlen(name), "", word)) return cli_fail(LG_USAGE, "there is no axis %s%s", name, word);
        for (size_t a = 0, n = strlen(all); a < lg_axis_count() && n < sizeof all; a++)
            n += (size_t)snprintf(all + n, sizeof all - n, ", %s", lg_axis_at(a).name);
        return cli_fail(LG_USAGE, "there is no axis %s; expected one of: %s", name, all);
    }
    return LG_OK;
}

static int run_list(cli *c) {
    int status = check_positionals(c);
    if (status != LG_OK) return status;
    if (c->args.positional_count == 0 && !c->json && !cli_flag_on(&c->args, "all")) return cli_list_overview(c), LG_OK;
    bool first = true;
    for (size_t a = 0; a < lg_axis_count(); a++) {
        lg_axis axis = lg_axis_at(a);
        if (!is_wanted(c, axis.name, axis.flag)) continue;
        cli_list_axis(c, &axis, first);
        first = false;
    }
    for (const lg_axis *a = cli_no_axes; *a->name; a++)
        if (is_wanted(c, a->name, "")) cli_list_axis(c, a, first), first = false;
    if (c->args.positional_count > 0 && is_wanted(c, "rules", "")) cli_list_rules(c, first), first = false;
    if (is_wanted(c, "presets", "")) cli_list_presets(c, first), first = false;
    if (is_wanted(c, "sweeps", "")) cli_list_sweeps(c, first);
    return LG_OK;
}

static const cli_flag flags[] = {
    {"all", 0, NULL, "list every choice on every axis with its summary"},
    {0},
};

static const lg_schema *const schemas[] = {&cli_schema_entry, &cli_schema_rule, NULL};

const cli_command cli_command_list = {
    .name = "list",
    .summary = "list data sets, encodings, masks, ... and presets",
    .usage = "lengthen list [--all | AXIS... | sublayers | settings | rules | presets | sweeps]",
    .examples = "lengthen list\n"
                "lengthen list data encoding\n"
                "lengthen list presets sweeps\n"
                "lengthen list --json | jq -r '[.axis, .name] | @tsv'",
    .text = "The axes are independent: a run takes one choice on each. AXIS is the name of an axis, or sublayers,\n"
            "settings (named sets of options), presets or sweeps. Without AXIS, the output has one line per axis,\n"
            "with the number of choices and the first few choices. --all and --json list every choice. `lengthen\n"
            "show NAME` explains a choice, an axis or a preset. `lengthen list rules` lists which choices cannot\n"
            "be combined, and why; in this list, `...` stands for any name or value that a config can choose.",
    .positionals = "@axis sublayers settings rules presets sweeps",
    .flags = flags,
    .schemas = schemas,
    .run = run_list,
};
