/* options.c: lists all library options, to use them as flags. The program has no list of its own, so an option added to
 * the library becomes a flag, a line of help and a completion automatically. */
#include "cli/options.h"

#include <stdlib.h>
#include <string.h>

/* All options; read from the library at the first use. */
static struct {
    cli_option *items;
    size_t count, capacity;
    bool made, failed; /* failed: memory ran out, and options are missing */
} catalogue;

static cli_option *find_exact(const char *name) {
    for (size_t i = 0; i < catalogue.count; i++)
        if (!strcmp(catalogue.items[i].info.name, name)) return &catalogue.items[i];
    return NULL;
}

static char *join_text(const char *a, const char *between, const char *b) {
    char *both = malloc(strlen(a) + strlen(between) + strlen(b) + 1);
    return both ? strcat(strcat(strcpy(both, a), between), b) : NULL;
}

static cli_option *append_option(lg_option_info info) {
    if (catalogue.count == catalogue.capacity) {
        size_t capacity = catalogue.capacity ? 2 * catalogue.capacity : 64;
        cli_option *more = realloc(catalogue.items, capacity * sizeof *more);
        if (!more) return catalogue.failed = true, NULL;
        catalogue.items = more, catalogue.capacity = capacity;
    }
    cli_option *o = &catalogue.items[catalogue.count++];
    *o = (cli_option){.info = info};
    return o;
}

/* The names of the choices on an axis, separated by blanks. */
static char *names_on(const char *axis) {
    char *names = join_text("", "", "");
    for (size_t i = 0; i < lg_choice_count() && names; i++) {
        lg_choice choice = lg_choice_at(i);
        if (strcmp(choice.axis, axis)) continue;
        char *more = join_text(names, *names ? " " : "", choice.name);
        free(names);
        names = more;
    }
    return names;
}

static void add_axis(const lg_axis *axis) {
    char *names = names_on(axis->name);
    cli_option *o =
        names
            ? append_option((lg_option_info){axis->name, "name", axis->fallback, names, "", axis->flag, axis->summary})
            : NULL;
    if (o)
        o->axis = true, o->names = names;
    else
        catalogue.failed = true, free(names);
}

static void add_axes(void) {
    for (size_t i = 0; i < lg_axis_count(); i++) {
        lg_axis axis = lg_axis_at(i);
        add_axis(&axis);
    }
}

static void add_common(void) {
    for (size_t i = 0; i < lg_common_option_count(); i++) append_option(lg_common_option(i));
}

/* Adds the options of a choice. If several choices on one axis have the same option, it is listed once, with all these
 * choices as owners. */
static void add_choice(const lg_choice *choice) {
    const size_t count = lg_choice_options(choice->axis, choice->name);
    for (size_t j = 0; j < count; j++) {
        lg_option_info info = lg_choice_option(choice->axis, choice->name, j);
        cli_option *o = find_exact(info.name);
        if (o && !o->owners) continue;
        char *owners = o ? join_text(o->owners, ", ", choice->name) : join_text("", "", choice->name);
        if (!o) o = append_option(info);
        if (!o || !owners) {
            catalogue.failed = true;
            free(owners);
            continue;
        }
        free(o->owners);
        o->of_axis = choice->axis, o->owners = owners;
    }
}

/* Adds the options of choices on axes of single streams, such as "decoder.encoding". An axis of a stream has the
 * choices of the axis whose name follows the dot: "decoder.encoding" has the choices of "encoding". */
static void add_streams(void) {
    for (size_t s = 0; s < lg_stream_axis_count(); s++) {
        const char *axis = lg_stream_axis_at(s).name;
        for (size_t i = 0; i < lg_choice_count(); i++) {
            lg_choice choice = lg_choice_at(i);
            if (strcmp(strchr(axis, '.') + 1, choice.axis)) continue;
            choice.axis = axis;
            add_choice(&choice);
        }
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
    add_streams();
}

void cli_options_free(void) {
    for (size_t i = 0; i < catalogue.count; i++) {
        free(catalogue.items[i].owners);
        free(catalogue.items[i].names);
    }
    free(catalogue.items);
    memset(&catalogue, 0, sizeof catalogue);
}

bool cli_options_complete(void) {
    make_catalogue();
    return !catalogue.failed;
}

size_t cli_option_count(void) {
    make_catalogue();
    return catalogue.count;
}

const cli_option *cli_option_at(size_t i) {
    make_catalogue();
    return &catalogue.items[i];
}

static bool same_name(const char *a, const char *name, size_t length) {
    return *a && strlen(a) == length && !strncmp(a, name, length);
}

const cli_option *cli_option_find(const char *name, size_t length) {
    char whole[80];
    if (length >= sizeof whole) return NULL;
    snprintf(whole, sizeof whole, "%.*s", (int)length, name);
    const char *full = strchr(whole, '.') ? lg_option_full_name(whole) : whole;
    for (size_t i = 0; i < cli_option_count(); i++) {
        const lg_option_info *info = &cli_option_at(i)->info;
        if (!strcmp(info->name, full) || (*full && !strcmp(info->flag, full))) return cli_option_at(i);
    }
    return NULL;
}

const char *cli_option_spelling(const cli_option *o, const char *name, size_t length) {
    return !o->axis && same_name(o->info.flag, name, length) ? o->info.flag : o->info.name;
}

bool cli_is_axis(const char *name) {
    for (size_t i = 0; i < lg_axis_count(); i++)
        if (!strcmp(lg_axis_at(i).name, name)) return true;
    return false;
}

void cli_options_suggest(cli_nearest *near) {
    for (size_t i = 0; i < cli_option_count(); i++) {
        const lg_option_info *info = &cli_option_at(i)->info;
        cli_nearest_try(near, info->name);
        if (*info->flag) cli_nearest_try(near, info->flag);
    }
}
