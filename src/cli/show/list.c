/* list.c: `lengthen list`: prints the choices on an axis, presets, sweep files and rules, one per line. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cli/show/show.h"
#include "cli/ui/print.h"
#include "cli/ui/text.h"

/* ---- rows ---- */

static const lg_member entry_members[] = {
    LG_MEMBER(lg_choice, axis, "axis", "axis of the choice, or `sublayer`, `setting`, `presets` or `sweeps`"),
    LG_MEMBER(lg_choice, name, "name", "name, as an argument of `show`"),
    LG_MEMBER(lg_choice, summary, "summary", "one-line description"),
    LG_MEMBER(lg_choice, source, "source", "paper and section or equation, or empty"),
    LG_MEMBER(lg_choice, properties, "properties", "properties, or empty"),
    {0},
};
const lg_schema cli_schema_entry = {
    .name = "lengthen.entry/1",
    .about = "`list`, and `show` of an axis, `presets` or `sweeps`: one row per choice or file.",
    .members = entry_members,
};

static const lg_member rule_members[] = {
    LG_MEMBER(lg_rule_info, name, "name", "name of the rule"),
    LG_MEMBER(lg_rule_info, keys, "keys", "options that the rule concerns"),
    LG_MEMBER(lg_rule_info, words, "words", "message; names in braces stand for the chosen values"),
    {0},
};
const lg_schema cli_schema_rule = {
    .name = "lengthen.rule/1",
    .about = "`list rules`: one row per rule.",
    .members = rule_members,
};

/* ---- entries ---- */

static void print_heading(const char *name, const char *summary) {
    printf("%s%s%s: %s\n", cli_bold(stdout), name, cli_plain(stdout), summary);
}

const lg_axis cli_no_axes[] = {
    {"sublayer", "sublayers of a block, by their letters in model.order", "", ""},
    {"setting", "published methods that are options, not choices on an axis (lengthen show NAME)", "", ""},
    {"", "", "", ""},
};

const char *cli_second_name_subject(const lg_second_name *s, char *to, size_t capacity) {
    for (int k = 0; s->also[k]; k++)
        if (!strncmp(s->also[k], "sublayer/", strlen("sublayer/"))) return s->also[k];
    snprintf(to, capacity, "%s/%s", s->axis, s->choice);
    return to;
}

/* Shortens "Author et al. 2023, Title, ..." to "[Author 2023]"; "" if there is no source. */
static const char *cite_source(const char *source, char *to, size_t capacity) {
    const char *others = strstr(source, " et al.");
    size_t end = strcspn(source, ",;(");
    while (end && source[end - 1] == ' ') end--;
    to[0] = 0;
    if (end && others && others < source + end)
        snprintf(to, capacity, "[%.*s%.*s]", (int)(others - source), source, (int)(source + end - others) - 7,
                 others + 7);
    else if (end)
        snprintf(to, capacity, "[%.*s]", (int)end, source);
    return to;
}

/* Prints name, summary and paper, on one line if they fit. */
static void print_entry(const char *name, int width, const char *summary, const char *source) {
    char text[512], paper[128];
    int column = 2 + width + 2, columns = cli_columns(stdout);
    bool fits =
        column + cli_text_width(summary) + 1 + cli_text_width(cite_source(source, paper, sizeof paper)) <= columns;
    snprintf(text, sizeof text, "%s%s%s", summary, !*paper ? "" : fits ? " " : "\n", paper);
    printf("  %-*s  ", width, name);
    cli_text_wrap(stdout, text, column, column, columns);
}

static int widest_on(const char *axis) {
    int width = 0;
    for (size_t i = 0; i < lg_choice_count(); i++) {
        lg_choice e = lg_choice_at(i);
        if (!strcmp(e.axis, axis) && (int)strlen(e.name) > width) width = (int)strlen(e.name);
    }
    for (size_t i = 0; i < lg_second_name_count(); i++) {
        lg_second_name s = lg_second_name_at(i);
        if (!strcmp(s.axis, axis) && (int)strlen(s.name) > width) width = (int)strlen(s.name);
    }
    return width;
}

/* Prints the aliases of choices on the axis. */
static void list_second_names(const cli *c, const char *axis) {
    char path[128], means[256];
    for (size_t i = 0; i < lg_second_name_count(); i++) {
        lg_second_name s = lg_second_name_at(i);
        lg_choice e;
        if (strcmp(s.axis, axis) || !lg_choice_find(cli_second_name_subject(&s, path, sizeof path), &e)) continue;
        snprintf(means, sizeof means, "another name for %s%s%s", s.choice, *s.setting ? " with " : "", s.setting);
        e.axis = axis, e.name = s.name, e.summary = means;
        cli_row_put(&cli_schema_entry, &e);
        if (!c->json) print_entry(s.name, widest_on(axis), means, "");
    }
}

void cli_list_axis(cli *c, const lg_axis *axis, bool first) {
    if (!c->json) printf("%s", first ? "" : "\n"), print_heading(axis->name, axis->summary);
    for (size_t i = 0; i < lg_choice_count(); i++) {
        lg_choice e = lg_choice_at(i);
        if (strcmp(e.axis, axis->name)) continue;
        cli_row_put(&cli_schema_entry, &e);
        if (!c->json) print_entry(e.name, widest_on(e.axis), e.summary, e.source);
    }
    list_second_names(c, axis->name);
}

/* Presets or sweep files that come with the program, by name. */
typedef struct files {
    const char *kind, *what;
    size_t count;
    const char *(*name)(lg_context *c, size_t i);
    const char *(*summary)(lg_context *c, size_t i);
} files;

static void list_files(const cli *c, const files *f, bool first) {
    int width = 0;
    char shown[512];
    if (!c->json && f->count) printf("%s", first ? "" : "\n"), print_heading(f->kind, f->what);
    for (size_t i = 0; i < f->count; i++)
        if ((int)strlen(f->name(c->context, i)) > width) width = (int)strlen(f->name(c->context, i));
    for (size_t i = 0; i < f->count; i++) {
        const char *name = f->name(c->context, i), *summary = f->summary(c->context, i);
        const lg_choice e = {.axis = f->kind, .name = name, .summary = summary, .source = "", .properties = ""};
        cli_row_put(&cli_schema_entry, &e);
        if (!c->json) print_entry(cli_text_cut(shown, sizeof shown, name, INT_MAX), width, summary, "");
    }
}

static files presets_of(const cli *c) {
    return (files){"presets", "built-in configs, for --preset", lg_preset_count(c->context), lg_preset_name,
                   lg_preset_summary};
}

static files sweeps_of(const cli *c) {
    return (files){"sweeps", "built-in sweep files", lg_sweep_file_count(c->context), lg_sweep_file_name,
                   lg_sweep_file_summary};
}

void cli_list_presets(cli *c, bool first) {
    const files f = presets_of(c);
    list_files(c, &f, first);
}

void cli_list_sweeps(cli *c, bool first) {
    const files f = sweeps_of(c);
    list_files(c, &f, first);
}

/* ---- overview ---- */

enum { NAMES_AT = 21, LINE = 512 };

/* A line about a list: its number of entries, and as many of their names as fit. */
typedef struct overview {
    const char *name;
    char text[LINE]; /* "how positions are encoded: rope, alibi, ..." */
    size_t count;
    bool full;
} overview;

static overview begin_overview(const char *name, const char *summary) {
    overview o = {.name = name};
    snprintf(o.text, sizeof o.text, "%s:", summary);
    return o;
}

static void add_name(overview *o, const char *name) {
    const char *more = o->count > 0 ? ", ..." : " ...";
    const size_t at = strlen(o->text), room = (size_t)cli_columns(stdout) - NAMES_AT;
    const bool fits = at + strlen(name) + 8 < room;
    if (!o->full)
        snprintf(o->text + at, sizeof o->text - at, "%s%s", !fits ? more : o->count > 0 ? ", " : " ", fits ? name : "");
    o->full |= !fits;
    o->count++;
}

static void print_overview(const overview *o) {
    char cut[LINE];
    printf("  %-*s%3zu  %s\n", NAMES_AT - 7, o->name, o->count,
           cli_text_cut(cut, sizeof cut, o->text, cli_columns(stdout) - NAMES_AT));
}

static void print_axis(const lg_axis *axis) {
    overview o = begin_overview(axis->name, axis->summary);
    for (size_t i = 0; i < lg_choice_count(); i++)
        if (!strcmp(lg_choice_at(i).axis, axis->name)) add_name(&o, lg_choice_at(i).name);
    print_overview(&o);
}

static void print_files(const cli *c, const files *f) {
    overview o = begin_overview(f->kind, f->what);
    for (size_t i = 0; i < f->count; i++) add_name(&o, f->name(c->context, i));
    print_overview(&o);
}

void cli_list_overview(cli *c) {
    const files presets = presets_of(c), sweeps = sweeps_of(c);
    for (size_t a = 0; a < lg_axis_count(); a++) {
        const lg_axis axis = lg_axis_at(a);
        print_axis(&axis);
    }
    for (const lg_axis *a = cli_no_axes; *a->name; a++) print_axis(a);
    print_files(c, &presets);
    print_files(c, &sweeps);
    cli_text_wrap(stdout,
                  "\n"
                  "`lengthen list encoding` lists the encodings.\n"
                  "`lengthen list --all` lists all choices.\n"
                  "`lengthen list rules` lists the combinations that are refused.\n"
                  "`lengthen show rope` explains the choice rope.",
                  0, 0, cli_columns(stdout));
}

/* ---- rules ---- */

/* The text that replaces a name in braces; "..." for a name that is not in the list. */
static const char *plain_name(const char *name, size_t length) {
    static const char *const names[][2] = {{"memory", "architecture.memory"},
                                           {"pattern", "encoding, mask, scale or attention"},
                                           {"mask.causal", "mask causal"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i][0]) == length && !strncmp(names[i][0], name, length)) return names[i][1];
    return "...";
}

/* Replaces names in braces: "{mask:} hides ..." becomes "mask: ... hides ...". */
static void plain_words(const char *words, char *to, size_t capacity) {
    size_t at = 0;
    while (*words != '\0' && at < capacity) {
        const size_t plain = strcspn(words, "{"), length = strcspn(words + plain, "}");
        const char *name = words + plain + 1, *last = words + plain + length - 1;
        at += (size_t)snprintf(to + at, capacity - at, "%.*s", (int)plain, words);
        words += plain;
        if (*words == '\0' || at >= capacity) return;
        words += length + 1;
        if (*last == ':')
            at += (size_t)snprintf(to + at, capacity - at, "%.*s ...", (int)(last + 1 - name), name);
        else if (length > 4 && !strncmp(last - 3, ".key", 4))
            at += (size_t)snprintf(to + at, capacity - at, "%.*s", (int)(last - 3 - name), name);
        else
            at += (size_t)snprintf(to + at, capacity - at, "%s", plain_name(name, length - 1));
    }
}

void cli_list_rules(cli *c, bool first) {
    char words[1100];
    if (!c->json) printf("%s", first ? "" : "\n"), print_heading("rules", "combinations that are refused, and why");
    for (size_t i = 0; i < lg_rule_count(); i++) {
        const lg_rule_info r = lg_rule_at(i);
        cli_row_put(&cli_schema_rule, &r);
        if (c->json) continue;
        plain_words(r.words, words, sizeof words);
        printf("  "), cli_text_wrap(stdout, words, 2, 4, cli_columns(stdout));
    }
}
