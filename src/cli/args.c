/* args.c: parses argv into flags, options and positional arguments. The parser never guesses. Errors are: an unknown
 * flag (the message suggests the nearest known name), a missing value, and a value given to a switch. */
#include "cli/args.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/ui/text.h"

/* `format` is only for commands that print tables, and must be the first entry: the help of other commands skips it. */
const cli_flag cli_common_flags[] = {
    {"format", 0, "FORM",
     "table, json, csv, markdown or latex; csv has the same rows as json, without members that are arrays (default "
     "table)"},
    {"json", 0, NULL, "one JSON object per line (doc/schemas.md lists their members); same as --format json"},
    {"quiet", 'q', NULL, "print errors only, no progress"},
    {"verbose", 'v', NULL, "print more messages"},
    {"help", 'h', NULL, "print this text"},
    {0},
};

#define PRINT_CONFIG                                                                                                   \
    { "print-config", 0, NULL, "print every option with its value and origin, then stop" }

const cli_flag cli_config_flags[] = {
    {"config", 0, "FILE", "read options from a YAML file; repeatable, later files override earlier ones", true},
    {"preset", 0, "NAME", "use a preset (lengthen list presets); repeatable, later ones override earlier ones", true},
    PRINT_CONFIG,
    {0},
};

const cli_flag cli_stored_flags[] = {PRINT_CONFIG, {0}};

static bool is_name(const char *known, const char *name, size_t length) {
    return strlen(known) == length && !strncmp(known, name, length);
}

static const cli_flag *find_in(const cli_flag *flags, const char *name, size_t length) {
    for (; flags && flags->name; flags++)
        if (is_name(flags->name, name, length)) return flags;
    return NULL;
}

static const cli_flag *find_letter(const cli_flag *flags, char letter) {
    for (; flags && flags->name; flags++)
        if (flags->letter && flags->letter == letter) return flags;
    return NULL;
}

const cli_flag *cli_flag_find(const cli_command *command, const char *name, size_t length) {
    const cli_flag *f = find_in(command->flags, name, length);
    if (!f) f = find_in(command->settings, name, length);
    return f ? f : find_in(cli_common_flags, name, length);
}

/* Names that every command recognizes, searched after the command's own. */
static const cli_other_name common_others[] = {
    {" csv tsv ", "; here it is --format csv"},
    {" markdown md latex tex ", "; here it is --format markdown or --format latex"},
    {0},
};

const char *cli_other_answer(const cli_other_name *others, const char *name, size_t length) {
    for (; others && others->names; others++)
        for (const char *at = others->names + 1; *at; at += strcspn(at, " ") + 1)
            if (strcspn(at, " ") == length && !strncmp(at, name, length)) return others->answer;
    return NULL;
}

static int unknown_flag(const cli_command *command, const char *name, size_t length) {
    const char *other = cli_other_answer(command->others, name, length);
    if (!other) other = cli_other_answer(common_others, name, length);
    if (other) return cli_fail(LG_USAGE, "unknown flag --%.*s%s", (int)length, name, other);
    if (command->elsewhere && cli_option_find(name, length))
        return cli_fail(LG_USAGE, "--%.*s is an option of runs; set it in %s", (int)length, name, command->elsewhere);
    if (command->settings && !cli_options_complete()) return cli_fail(LG_FAILED, "out of memory: the list of options");
    cli_nearest near = cli_nearest_to(name, length);
    const cli_flag *const tables[] = {command->flags, command->settings, cli_common_flags};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const cli_flag *f = tables[i]; f && f->name; f++) cli_nearest_try(&near, f->name);
    if (command->settings) cli_options_suggest(&near);
    const char *best = cli_nearest_best(&near);
    char word[LG_OTHER_WORD];
    if (command->settings && lg_other_word(name, length, "--", word))
        return cli_fail(LG_USAGE, "unknown flag --%.*s%s", (int)length, name, word);
    if (best) return cli_fail(LG_USAGE, "unknown flag --%.*s; did you mean --%s?", (int)length, name, best);
    return cli_fail(LG_USAGE, "unknown flag --%.*s; `lengthen %s --help` lists the flags", (int)length, name,
                    command->name);
}

/* Do both set the same flag or option? An option may be spelled in several ways. */
static bool same_target(const cli_flag_value_pair *a, const cli_flag_value_pair *b) {
    if (a->setting != b->setting) return false;
    return !strcmp(a->name, b->name) ||
           (a->setting && cli_option_find(a->name, strlen(a->name)) == cli_option_find(b->name, strlen(b->name)));
}

/* Finds an earlier flag that gives the same flag or option a different value; NULL if there is none. */
static const cli_flag_value_pair *find_contradiction(const cli_args *args, const cli_flag_value_pair *g) {
    for (size_t i = 0; i < args->flag_count; i++)
        if (same_target(&args->flags[i], g) && strcmp(args->flags[i].value, g->value)) return &args->flags[i];
    return NULL;
}

static int keep_flag(cli_args *args, cli_flag_value_pair g, bool repeats) {
    const cli_flag_value_pair *other = repeats ? NULL : find_contradiction(args, &g);
    if (other)
        return cli_fail(LG_USAGE, "--%s%s%s and --%s%s%s contradict each other; give one of them", other->name,
                        *other->value ? "=" : "", other->value, g.name, *g.value ? "=" : "", g.value);
    args->flags[args->flag_count++] = g;
    return LG_OK;
}

/* Whether a flag takes a value. */
typedef enum takes { NOTHING, MAYBE, ALWAYS } takes;

/* Finds the value of flag `name` at argv[*i]: after '=', or in the next argument. */
static int take_value(takes how, const char *name, const char *equals, char **argv, int count, int *i,
                      const char **value) {
    *value = equals ? equals + 1 : "";
    if (equals && how == NOTHING) return cli_fail(LG_USAGE, "--%s is a switch and takes no value", name);
    if (equals || how != ALWAYS) return LG_OK;
    if (*i + 1 >= count || !strncmp(argv[*i + 1], "--", 2)) return cli_fail(LG_USAGE, "--%s needs a value", name);
    *value = argv[++*i];
    if (**value == '=') return cli_fail(LG_USAGE, "--%s: there are blanks around =; expected --%s=VALUE", name, name);
    return LG_OK;
}

static takes own_takes(const cli_flag *f) {
    return !f->value ? NOTHING : f->value[0] == '[' ? MAYBE : ALWAYS;
}

static int parse_long(cli_args *args, char **argv, int count, int *i) {
    const char *name = argv[*i] + 2, *equals = strchr(name, '='), *value;
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const cli_flag *own = cli_flag_find(args->command, name, length);
    if (own) {
        int status = take_value(own_takes(own), own->name, equals, argv, count, i, &value);
        return status == LG_OK ? keep_flag(args, (cli_flag_value_pair){own->name, value, false}, own->repeats) : status;
    }
    const bool other = cli_other_answer(args->command->others, name, length);
    const cli_option *option = args->command->settings && !other ? cli_option_find(name, length) : NULL;
    if (!option) return unknown_flag(args->command, name, length);
    bool boolean = !strcmp(option->info.type, "bool");
    const char *written = cli_option_spelling(option, name, length);
    int status = take_value(boolean ? MAYBE : ALWAYS, written, equals, argv, count, i, &value);
    if (boolean && !equals) value = "true";
    return status == LG_OK ? keep_flag(args, (cli_flag_value_pair){written, value, true}, false) : status;
}

static bool own_or_option(const cli_command *command, const char *name) {
    return cli_flag_find(command, name, strlen(name)) || cli_option_find(name, strlen(name));
}

/* "-steps" is probably a typo for "--steps"; "-x" is an unknown letter. */
static int unknown_letter(const cli_command *command, const char *argument, char letter) {
    size_t length = strcspn(argument, "=");
    if (letter == 'o' && command->settings && own_or_option(command, "out"))
        return cli_fail(LG_USAGE, "unknown flag -o; did you mean --out?");
    if (cli_flag_find(command, argument, length) || (command->settings && cli_option_find(argument, length)))
        return cli_fail(LG_USAGE, "unknown flag -%s; did you mean --%s?", argument, argument);
    return cli_fail(LG_USAGE, "unknown flag -%c; `lengthen %s --help` lists the flags", letter, command->name);
}

/* The value of a one-letter flag is the rest of its argument, or the next argument: -j2, -j 2, -o -. */
static int parse_valued(cli_args *args, const cli_flag *f, const char *rest, char **argv, int count, int *i) {
    if (!*rest && (*i + 1 >= count || (argv[*i + 1][0] == '-' && argv[*i + 1][1])))
        return cli_fail(LG_USAGE, "-%c needs a value", f->letter);
    return keep_flag(args, (cli_flag_value_pair){f->name, *rest ? rest : argv[++*i], false}, f->repeats);
}

static int parse_letters(cli_args *args, char **argv, int count, int *i) {
    const char *argument = argv[*i] + 1;
    for (const char *letters = argument; *letters; letters++) {
        const cli_flag *f = find_letter(args->command->flags, *letters);
        if (!f) f = find_letter(cli_common_flags, *letters);
        if (!f) return unknown_letter(args->command, argument, *letters);
        if (f->value) return parse_valued(args, f, letters + 1, argv, count, i);
        keep_flag(args, (cli_flag_value_pair){f->name, "", false}, true);
    }
    return LG_OK;
}

static int allocate_args(cli_args *args, char **argv, int count) {
    size_t capacity = 8; /* an argument holds one flag, or one per letter; 8 spare entries for cli_args_name */
    for (int i = 0; i < count; i++) capacity += strlen(argv[i]) + 1;
    args->flags = calloc(capacity, sizeof *args->flags);
    args->positionals = calloc((size_t)count + 1, sizeof *args->positionals);
    return args->flags && args->positionals ? LG_OK : cli_fail(LG_FAILED, "out of memory");
}

int cli_args_parse(cli_args *args, const cli_command *command, char **argv, int count) {
    *args = (cli_args){.command = command};
    int status = allocate_args(args, argv, count);
    bool flags_allowed = true;
    for (int i = 0; i < count && status == LG_OK; i++) {
        const char *argument = argv[i];
        if (flags_allowed && !strcmp(argument, "--"))
            flags_allowed = false;
        else if (flags_allowed && !strncmp(argument, "--", 2))
            status = parse_long(args, argv, count, &i);
        else if (flags_allowed && argument[0] == '-' && argument[1])
            status = parse_letters(args, argv, count, &i);
        else
            args->positionals[args->positional_count++] = argument;
    }
    return status;
}

int cli_args_name(cli_args *args, const char *axis, const char *name) {
    cli_flag_value_pair g = {axis, name, true};
    const cli_flag_value_pair *flag = find_contradiction(args, &g);
    if (flag)
        return cli_fail(LG_USAGE, "%s and --%s=%s contradict each other; give one of them", name, flag->name,
                        flag->value);
    args->flags[args->flag_count++] = g;
    return LG_OK;
}

int cli_refuse_positional(const cli_args *args, const char *positional) {
    const char *name = args->command->name;
    lg_choice choice;
    const bool known = args->command->settings && lg_choice_find(positional, &choice);
    if (known && !cli_is_axis(choice.axis)) /* sublayers and settings are not choices, and no flag sets them */
        return cli_fail(LG_USAGE, "%s: unexpected argument '%s'; `lengthen show %s` lists its options", name,
                        positional, positional);
    if (known)
        return cli_fail(LG_USAGE, "%s: unexpected argument '%s'; did you mean --%s %s?", name, positional, choice.axis,
                        positional);
    return cli_fail(LG_USAGE, "%s: unexpected argument '%s'; `lengthen %s --help` shows how it is used", name,
                    positional, name);
}

void cli_args_free(cli_args *args) {
    free(args->flags);
    free(args->positionals);
}

static const char *last_value(const cli_args *args, const char *name, bool setting) {
    for (size_t i = args->flag_count; i-- > 0;)
        if (args->flags[i].setting == setting && !strcmp(args->flags[i].name, name)) return args->flags[i].value;
    return NULL;
}

const char *cli_flag_value(const cli_args *args, const char *name) {
    return last_value(args, name, false);
}

const char *cli_flag_next(const cli_args *args, const char *name, size_t *at) {
    while (*at < args->flag_count) {
        const cli_flag_value_pair *g = &args->flags[(*at)++];
        if (!g->setting && !strcmp(g->name, name)) return g->value;
    }
    return NULL;
}

const char *cli_setting_value(const cli_args *args, const char *name) {
    return last_value(args, name, true);
}

bool cli_flag_on(const cli_args *args, const char *name) {
    return cli_flag_value(args, name);
}

int cli_flag_int(const cli_args *args, const char *name, long low, long high, long *out) {
    const char *text = cli_flag_value(args, name);
    if (!text) return LG_OK;
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno || end == text || *end || value < low || value > high)
        return cli_fail(LG_USAGE, "--%s: '%s' (expected a whole number from %ld to %ld)", name, text, low, high);
    *out = value;
    return LG_OK;
}

int cli_flag_real(const cli_args *args, const char *name, double low, double high, double *out) {
    const char *text = cli_flag_value(args, name);
    if (!text) return LG_OK;
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !isfinite(value) || value < low || value > high)
        return cli_fail(LG_USAGE, "--%s: '%s' (expected a number from %g to %g)", name, text, low, high);
    *out = value;
    return LG_OK;
}
