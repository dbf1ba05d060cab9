/* show.c: `lengthen show NAME`: explains a choice, an axis, an option, a preset, a sweep file or a run. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/config.h"
#include "cli/help/help.h"
#include "cli/options.h"
#include "cli/show/papers.h"
#include "cli/show/show.h"
#include "cli/ui/message.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"
#include "cli/ui/text.h"

enum { INDENT = 2 };

static void print_paragraph(const char *text) {
    printf("%*s", INDENT, "");
    cli_text_wrap(stdout, text, INDENT, INDENT, cli_columns(stdout));
}

/* Prints lines unwrapped, because a wrapped formula or command would be hard to read. */
static void print_lines(const char *text) {
    printf("%*s", INDENT, "");
    cli_text_wrap(stdout, text, INDENT, INDENT, INT_MAX);
}

/* ---- a choice ---- */

/* Shows flags that use a choice in every second block. If the choice has options, the flags also set its first one. */
static void print_blocks(const lg_choice *e) {
    char text[300], option[120] = "";
    const char *other = NULL;
    for (size_t i = 0; i < lg_choice_count() && !other; i++)
        if (!strcmp(lg_choice_at(i).axis, e->axis) && strcmp(lg_choice_at(i).name, e->name) &&
            lg_choice_by_block(e->axis, lg_choice_at(i).name))
            other = lg_choice_at(i).name;
    if (lg_choice_options(e->axis, e->name) > 0) {
        const lg_option_info info = lg_choice_option(e->axis, e->name, 0);
        if (*info.fallback) /* an option without a default is a text, which cannot differ between blocks */
            snprintf(option, sizeof option, ":%s=%s", strchr(info.name, '.') + 1, info.fallback);
    }
    snprintf(text, sizeof text, "%s and %s in alternating blocks: --%s %s%s,%s (lengthen help options)", e->name, other,
             e->axis, e->name, option, other);
    cli_title("per block"), print_paragraph(text);
}

/* Prints summary, properties, formula and example. */
static void print_about(const lg_choice *e) {
    printf("%s%s/%s%s\n", cli_bold(stdout), e->axis, e->name, cli_plain(stdout));
    print_paragraph(e->summary);
    if (e->properties && *e->properties) cli_title("properties"), print_paragraph(e->properties);
    if (e->formula && *e->formula) cli_title("definition"), print_lines(e->formula);
    if (e->example && *e->example) cli_title("example"), print_lines(e->example);
}

static void print_choice(cli *c, const lg_choice *e) {
    print_about(e);
    size_t count = lg_choice_options(e->axis, e->name);
    if (count) cli_title("options");
    for (size_t i = 0; i < count; i++) {
        lg_option_info info = lg_choice_option(e->axis, e->name, i);
        cli_help_option(&info, NULL, NULL);
    }
    if (lg_choice_by_block(e->axis, e->name)) print_blocks(e);
    cli_show_together(c, e);
    if (e->source && *e->source) cli_title("source"), print_paragraph(e->source);
    if (e->published && *e->published) cli_title("published results"), print_paragraph(e->published);
}

static const lg_member option_members[] = {
    LG_MEMBER(lg_option_info, name, "name", "dotted name, as in a config"),
    LG_MEMBER(lg_option_info, type, "type", "`bool`, `int`, `real`, `name`, `text` or `lengths`"),
    LG_MEMBER(lg_option_info, fallback, "default", "default value, as text"),
    LG_MEMBER(lg_option_info, choices, "choices", "of type `name`: the allowed values; otherwise empty"),
    LG_MEMBER(lg_option_info, bounds, "bounds", "allowed range, or empty"),
    LG_MEMBER(lg_option_info, flag, "flag", "short flag, or empty"),
    LG_MEMBER(lg_option_info, help, "help", "description"),
    {0},
};
static const lg_schema option_schema = {
    .name = "lengthen.option/1",
    .about = "`show` of an option, or of a prefix of options: one row per option.",
    .size = sizeof(lg_option_info),
    .members = option_members,
};

typedef struct row {
    lg_choice x;
    lg_option_info *options;
    size_t option_count;
    cli_together together;
} row;
static const lg_member choice_members[] = {
    LG_MEMBER(row, x.axis, "axis", "axis of the choice"),
    LG_MEMBER(row, x.name, "name", "name of the choice"),
    LG_MEMBER(row, x.summary, "summary", "one-line description"),
    LG_MEMBER(row, x.formula, "formula", "definition, in several lines, with shapes"),
    LG_MEMBER(row, x.source, "source", "paper and section or equation"),
    LG_MEMBER(row, x.properties, "properties", "properties of the choice"),
    LG_MEMBER(row, x.example, "example",
              "example of a positions, encoding, mask or scale choice: a command and rows of its output; otherwise "
              "empty"),
    LG_MEMBER(row, x.published, "published", "published results, or empty"),
    LG_ROWS(row, options, option_count, "options", "options of the choice", &option_schema),
    LG_ROW(row, together, NULL, "", &cli_schema_together, .when = LG_WHEN(row, together.known)),
    {0},
};
static const lg_schema choice_schema = {
    .name = "lengthen.choice/1",
    .about = "`show` of a choice.",
    .members = choice_members,
};

static void put_choice(cli *c, const lg_choice *e) {
    const size_t options = lg_choice_options(e->axis, e->name);
    row x = {*e, calloc(options + 1, sizeof *x.options), .together = cli_together_of(c, e)};
    if (!x.options) cli_out_lose();
    for (; x.options && x.option_count < options; x.option_count++)
        x.options[x.option_count] = lg_choice_option(e->axis, e->name, x.option_count);
    cli_row_put(&choice_schema, &x);
    cli_together_free(&x.together);
    free(x.options);
}

static void show_choice(cli *c, const lg_choice *e, bool first) {
    if (c->json)
        put_choice(c, e);
    else
        printf("%s", first ? "" : "\n"), print_choice(c, e);
}

/* Does `name`, such as "rope" or "encoding/rope", mean the choice `own` on the axis? */
static bool is_meant(const char *axis, const char *own, const char *name) {
    const char *slash = strchr(name, '/');
    size_t length = slash ? (size_t)(slash - name) : 0;
    if (!slash) return !strcmp(own, name);
    return strlen(axis) == length && !strncmp(axis, name, length) && !strcmp(own, slash + 1);
}

/* Shows a formula file; returns false if there is no such file. */
static bool show_formula_file(cli *c, const char *name, int *status) {
    const size_t n = strlen(name);
    lg_choice e;
    if (n <= 5 || strcmp(name + n - 5, ".yaml") || access(name, F_OK)) return false;
    *status = lg_choice_read(c->context, name, &e);
    if (*status != LG_OK) {
        *status = cli_fail_library(c, *status);
    } else if (c->json) {
        cli_row_put(&choice_schema, &(row){e});
    } else {
        print_about(&e);
        if (*e.source) cli_title("source"), print_paragraph(e.source);
    }
    return true;
}

static bool show_choices(cli *c, const char *name) {
    size_t shown = 0;
    for (size_t i = 0; i < lg_choice_count(); i++) {
        lg_choice e = lg_choice_at(i);
        if (is_meant(e.axis, e.name, name)) show_choice(c, &e, !shown++);
    }
    return shown > 0;
}

/* Shows the subject of an alias (cli_second_name_subject), then the other choices that the alias includes. */
static bool show_meaning(cli *c, const lg_second_name *s) {
    char choice[128], path[128];
    snprintf(choice, sizeof choice, "%s/%s", s->axis, s->choice);
    const char *subject = cli_second_name_subject(s, path, sizeof path);
    if (!c->json) printf("%s is another name for %s%s%s\n\n", s->name, choice, *s->setting ? " with " : "", s->setting);
    bool shown = show_choices(c, subject);
    for (int k = -1; k < 0 || s->also[k]; k++) {
        const char *other = k < 0 ? choice : s->also[k];
        if (!strcmp(other, subject)) continue;
        if (!c->json) putchar('\n');
        shown = show_choices(c, other) && shown;
    }
    return shown;
}

/* Shows what an alias (lg_second_name) stands for; returns false if the name is not an alias. */
static bool show_second_name(cli *c, const char *name) {
    for (size_t i = 0; i < lg_second_name_count(); i++) {
        lg_second_name s = lg_second_name_at(i);
        if (is_meant(s.axis, s.name, name)) return show_meaning(c, &s);
    }
    return false;
}

/* Shows what else a choice's name means if it is also an alias. An alias that implies settings gets only one line. */
static void show_other_meanings(cli *c, const char *name) {
    for (size_t i = 0; i < lg_second_name_count(); i++) {
        lg_second_name s = lg_second_name_at(i);
        if (!is_meant(s.axis, s.name, name)) continue;
        if (!c->json) putchar('\n');
        if (!*s.setting)
            show_meaning(c, &s);
        else if (!c->json)
            printf("%s/%s is another name for %s/%s with %s\n", s.axis, s.name, s.axis, s.choice, s.setting);
    }
}

/* ---- options ---- */

static void show_option(cli *c, const cli_option *o) {
    cli_row_put(&option_schema, &o->info);
    if (!c->json) cli_help_option(&o->info, o->of_axis, o->owners);
}

/* Is the option in the group? The group "train" or "train." contains train.lr; the group "options" contains all options
 * except axes. */
static bool is_in_group(const cli_option *o, const char *group) {
    size_t length = strlen(group);
    if (length > 0 && group[length - 1] == '.') length--;
    if (!strcmp(group, "options")) return !o->axis;
    return !strncmp(o->info.name, group, length) && o->info.name[length] == '.';
}

static bool show_options(cli *c, const char *name) {
    const cli_option *exact = cli_option_find(name, strlen(name));
    if (exact) return show_option(c, exact), true;
    size_t shown = 0;
    for (size_t i = 0; i < cli_option_count(); i++)
        if (is_in_group(cli_option_at(i), name)) show_option(c, cli_option_at(i)), shown++;
    return shown > 0;
}

/* ---- presets ---- */

/* The name without its prefix "presets/" or "preset/", if it has one. */
static const char *preset_part(const char *name) {
    static const char *const before[] = {"presets/", "preset/"};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (!strncmp(name, before[i], strlen(before[i]))) return name + strlen(before[i]);
    return name;
}

static int show_preset(cli *c, const char *name) {
    lg_config *f;
    lg_status status = lg_config_new(c->context, &f);
    if (status != LG_OK) return cli_fail_library(c, status);
    if (!c->json) {
        printf("%spresets/", cli_bold(stdout)), cli_out_print(name, ""), printf("%s\n", cli_plain(stdout));
        for (size_t i = 0; i < lg_preset_count(c->context); i++)
            if (!strcmp(lg_preset_name(c->context, i), name)) print_paragraph(lg_preset_summary(c->context, i));
        putchar('\n');
    }
    status = lg_config_preset(f, name);
    int result = status == LG_OK ? cli_config_print(c, f) : cli_fail_library(c, status);
    lg_config_free(f);
    return result;
}

/* ---- names ---- */

/* Corrects "encodings/rop" to "encoding/rope": the nearest axis, and the nearest name on it. */
static bool nearest_path(cli *c, const char *path, char *to, size_t capacity) {
    size_t length = strcspn(path, "/");
    cli_nearest axis = cli_nearest_to(path, length),
                name = cli_nearest_to(path + length + 1, strlen(path) - length - 1);
    for (size_t i = 0; i < lg_axis_count(); i++) cli_nearest_try(&axis, lg_axis_at(i).name);
    cli_nearest_try(&axis, "presets");
    const char *on = cli_nearest_best(&axis);
    for (size_t i = 0; on && i < lg_choice_count(); i++)
        if (!strcmp(lg_choice_at(i).axis, on)) cli_nearest_try(&name, lg_choice_at(i).name);
    for (size_t i = 0; on && !strcmp(on, "presets") && i < lg_preset_count(c->context); i++)
        cli_nearest_try(&name, lg_preset_name(c->context, i));
    if (on && cli_nearest_best(&name)) snprintf(to, capacity, "%s/%s", on, cli_nearest_best(&name));
    return on && cli_nearest_best(&name);
}

/* Finds a run of a sweep by SWEEP/ID, or by ID if the current directory is the sweep's directory. */
static bool run_meant(const char *name, char *to, size_t capacity) {
    const char *slash = strrchr(name, '/'), *id = slash ? slash + 1 : name;
    char config[4096];
    snprintf(to, capacity, "%.*sruns/%s", (int)(id - name), name, id);
    snprintf(config, sizeof config, "%s/config.yaml", to);
    return !access(config, F_OK);
}

/* Whether the name is a word such as `preset` in `lengthen show preset quick`. */
static bool is_one_of_list(const char *name) {
    return !strcmp(name, "preset") || !strcmp(name, "sweep") || !strcmp(name, "option");
}

/* The name after "sweeps/", "presets/" or "preset/", if it has such a prefix. */
static const char *file_part(const char *name) {
    return strncmp(name, "sweeps/", 7) ? preset_part(name) : name + 7;
}

/* If a preset or sweep file exists but cannot be read, prints the reason and returns the status; otherwise LG_OK. */
static int unread_file(cli *c, const char *name) {
    lg_config *f;
    if (lg_config_new(c->context, &f) != LG_OK) return LG_OK;
    const lg_status status = lg_config_preset(f, file_part(name));
    lg_config_free(f);
    return status == LG_OK || status == LG_USAGE ? LG_OK : cli_fail_library(c, status);
}

static bool is_sweep(const char *name) {
    char plan[4200];
    snprintf(plan, sizeof plan, "%.4096s/manifest.jsonl", name);
    return access(plan, F_OK) == 0;
}

static int unknown_name(cli *c, const char *name) {
    char run[3000], word[LG_SHELL_WORD];
    if (is_sweep(name))
        return cli_fail(LG_USAGE,
                        "%s is a sweep: `lengthen sweep status %s` shows its progress, and `lengthen report %s` its "
                        "results",
                        name, lg_text_shell_word(name, word), word);
    const int unread = unread_file(c, name);
    if (unread != LG_OK) return unread;
    if (is_one_of_list(name))
        return cli_fail(LG_USAGE,
                        "there is nothing named %s; `lengthen show %ss` shows all of them, `lengthen show NAME` one",
                        name, name);
    if (run_meant(name, run, sizeof run))
        return cli_fail(LG_USAGE, "there is nothing named %s; did you mean %s?", name, run);
    char meant[300];
    if (strlen(name) > 2 && lg_choice_meant(NULL, name, meant, sizeof meant))
        return cli_fail(LG_USAGE, "there is nothing named %s; %s", name, meant);
    cli_nearest near = cli_nearest_to(name, strlen(name));
    for (size_t i = 0; i < lg_choice_count(); i++) cli_nearest_try(&near, lg_choice_at(i).name);
    for (size_t i = 0; i < lg_second_name_count(); i++) cli_nearest_try(&near, lg_second_name_at(i).name);
    for (size_t i = 0; i < lg_preset_count(c->context); i++) cli_nearest_try(&near, lg_preset_name(c->context, i));
    for (size_t i = 0; i < lg_sweep_file_count(c->context); i++)
        cli_nearest_try(&near, lg_sweep_file_name(c->context, i));
    cli_options_suggest(&near);
    const char *best = cli_nearest_best(&near);
    char path[160];
    if (strchr(name, '/')) best = nearest_path(c, name, path, sizeof path) ? path : NULL;
    if (best) return cli_fail(LG_USAGE, "there is nothing named %s; did you mean %s?", name, best);
    return cli_fail(LG_USAGE, "there is nothing named %s; see `lengthen list`", name);
}

/* Is `name` the name of this list, such as "sublayer", or its plural? */
static bool is_list(const char *name, const char *list) {
    const size_t n = strlen(list);
    return !strncmp(name, list, n) && (name[n] == '\0' || !strcmp(name + n, "s"));
}

static int show_name(cli *c, const char *name) {
    const char *preset = preset_part(name);
    if (!strcmp(name, "presets")) return cli_list_presets(c, true), LG_OK;
    if (!strcmp(name, "sweeps")) return cli_list_sweeps(c, true), LG_OK;
    for (const lg_axis *a = cli_no_axes; *a->name; a++)
        if (is_list(name, a->name)) return cli_list_axis(c, a, true), LG_OK;
    if (show_choices(c, name)) {
        show_other_meanings(c, name);
        if (!c->json && cli_is_preset(c, name)) printf("\nThere is also a preset of this name: presets/%s\n", name);
        return LG_OK;
    }
    if (show_second_name(c, name) || show_options(c, name)) return LG_OK;
    int status;
    if (cli_show_sweep_file(c, name, &status) || cli_show_run(c, name, &status)) return status;
    if (show_formula_file(c, name, &status)) return status;
    return cli_is_preset(c, preset) ? show_preset(c, preset) : unknown_name(c, name);
}

/* ---- papers ---- */

/* The subject of an alias, "axis/name"; for any other name, the name itself. */
static const char *first_name(const char *name, char *to, size_t capacity) {
    char path[128];
    for (size_t i = 0; i < lg_second_name_count(); i++) {
        lg_second_name s = lg_second_name_at(i);
        if (!is_meant(s.axis, s.name, name)) continue;
        snprintf(to, capacity, "%s", cli_second_name_subject(&s, path, sizeof path));
        return to;
    }
    return name;
}

static int fail_papers(const char *name) {
    char config[4200], word[LG_SHELL_WORD];
    snprintf(config, sizeof config, "%.4096s/config.yaml", name);
    if (access(config, F_OK))
        return cli_fail(LG_USAGE, "--bibtex: there is no choice named %s on any axis; see `lengthen list`", name);
    return cli_fail(LG_USAGE,
                    "--bibtex %s: expected names of choices, not a run; `lengthen show %s` prints its choices", name,
                    lg_text_shell_word(name, word));
}

/* The summary of a preset or sweep file, which names its study; NULL: there is none. */
static const char *summary_of(cli *c, const char *name) {
    const char *preset = preset_part(name);
    for (size_t i = 0; i < lg_preset_count(c->context); i++)
        if (!strcmp(lg_preset_name(c->context, i), preset)) return lg_preset_summary(c->context, i);
    for (size_t i = 0; i < lg_sweep_file_count(c->context); i++)
        if (!strcmp(lg_sweep_file_name(c->context, i), name)) return lg_sweep_file_summary(c->context, i);
    return NULL;
}

/* The sources of all named choices, presets and sweep files as one text, which the caller frees. If *status is not
 * LG_OK, a message was printed and the text is to be ignored. */
static char *sources_of(cli *c, int *status) {
    char *text = NULL, choice[128];
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    *status = to ? LG_OK : cli_fail(LG_FAILED, "out of memory");
    for (size_t k = 0; *status == LG_OK && k < c->args.positional_count; k++) {
        size_t found = 0;
        const char *name = first_name(c->args.positionals[k], choice, sizeof choice);
        for (size_t i = 0; i < lg_choice_count(); i++) {
            lg_choice e = lg_choice_at(i);
            if (is_meant(e.axis, e.name, name)) fprintf(to, "%s; ", e.source ? e.source : ""), found++;
        }
        const char *summary = found ? NULL : summary_of(c, name);
        if (summary) fprintf(to, "%s; ", summary), found++;
        if (!found) *status = fail_papers(name);
    }
    if (!cli_out_take(to, &text) && *status == LG_OK) *status = cli_fail(LG_FAILED, "out of memory");
    return text;
}

static int show_papers(cli *c) {
    int status;
    char *sources = sources_of(c, &status);
    if (status == LG_OK && !cli_print_papers(c, sources)) cli_note(c, "no paper is recorded for this source");
    free(sources);
    return status;
}

/* The first flag that is an option; NULL: none. Options are allowed only when the shown name is a data set. */
static const char *first_option(const cli_args *args) {
    for (size_t i = 0; i < args->flag_count; i++)
        if (args->flags[i].setting) return args->flags[i].name;
    return NULL;
}

static int check_options(const cli_args *args) {
    const char *option = first_option(args), *name = args->positionals[0];
    lg_choice e;
    if (!option || (args->positional_count == 1 && lg_choice_find(name, &e) && !strcmp(e.axis, "data"))) return LG_OK;
    return cli_fail(LG_USAGE, "--%s: show takes options only for one data set: lengthen show pairs --data.train FILE",
                    option);
}

static int run_show(cli *c) {
    int status = LG_OK;
    if (!c->args.positional_count || !*c->args.positionals[0])
        return cli_fail(LG_USAGE, "show needs a name: lengthen show rope");
    if (cli_flag_on(&c->args, "bibtex")) return show_papers(c);
    status = check_options(&c->args);
    for (size_t i = 0; i < c->args.positional_count && status == LG_OK; i++) {
        if (i && !c->json) putchar('\n');
        status = show_name(c, c->args.positionals[i]);
    }
    if (status == LG_OK && !c->json && first_option(&c->args))
        status = cli_show_first_record(c, c->args.positionals[0]);
    return status;
}

static const cli_flag flags[] = {
    {"bibtex", 0, NULL, "print the choices' papers as BibTeX records"},
    {0},
};

static const lg_schema *const schemas[] = {
    &choice_schema,      &option_schema,         &cli_schema_entry, &cli_schema_repeat,
    &cli_schema_setting, &cli_schema_sweep_file, &cli_schema_paper, NULL,
};

const cli_command cli_command_show = {
    .name = "show",
    .summary = "explain a choice: formula, example, options, defaults, paper",
    .usage = "lengthen show NAME... [--bibtex]\n"
             "lengthen show DATA --data.train FILE [flags]",
    .examples = "lengthen show rope\n"
                "lengthen show bucket_sort --json\n"
                "lengthen show encoding/none\n"
                "lengthen show alibi fire --bibtex >>papers.bib\n"
                "lengthen show train.lr\n"
                "lengthen show train\n"
                "lengthen show quick\n"
                "lengthen show runs/a\n"
                "lengthen show pairs --data.train train.tsv --data.tokens characters",
    .text = "NAME is one of:\n"
            "- a choice on an axis (`lengthen list`); AXIS/NAME if several axes have a choice of this name\n"
            "- an axis, such as encoding\n"
            "- an option, such as train.lr\n"
            "- a group of options, such as train for all options train.*\n"
            "- a preset; presets/NAME if a choice has the same name\n"
            "- the word presets, sweeps or options, for a list of all presets, sweeps or options\n"
            "- a run directory: the choices of the run, and the commands that repeat it\n\n"
            "For a single choice, the output also lists the choices and options with which it cannot be combined,\n"
            "and why. `lengthen list rules` lists all such rules.\n\n"
            "With --data.train FILE, `show pairs` also prints the first pair of your file and its tokens.",
    .positionals = "@name @axis @preset @sweep presets sweeps options @folder",
    .flags = flags,
    .settings = cli_config_flags,
    .schemas = schemas,
    .run = run_show,
};
