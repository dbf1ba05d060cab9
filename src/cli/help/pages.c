/* pages.c: the pages of `lengthen help` and of --help, generated from the tables that the parser uses. */
#include "cli/help/help.h"

#include <stdio.h>
#include <string.h>

#include "cli/command_table.h"
#include "cli/options.h"
#include "cli/ui/text.h"

enum { FLAG_COLUMN = 30, LEAST_COLUMNS = 60, MOST_COLUMNS = 100 };

/* ---- elements ---- */

/* Prints every line of a text, indented. */
static void print_indented(const char *text) {
    for (const char *end; *text; text = *end ? end + 1 : end) {
        end = text + strcspn(text, "\n");
        printf("%s%.*s\n", end == text ? "" : "  ", (int)(end - text), text);
    }
}

/* Prints "  --name VALUE" and its help, in two columns. */
static void two_columns(const char *left, const char *right) {
    int width = cli_text_width(left) + 2, columns = cli_columns(stdout);
    if (columns < LEAST_COLUMNS) columns = LEAST_COLUMNS;
    if (columns > MOST_COLUMNS) columns = MOST_COLUMNS;
    printf("  %s", left);
    if (width + 2 > FLAG_COLUMN)
        printf("\n%*s", FLAG_COLUMN, "");
    else
        printf("%*s", FLAG_COLUMN - width, "");
    cli_text_wrap(stdout, right, FLAG_COLUMN, FLAG_COLUMN, columns);
}

static void print_flag(const cli_flag *f) {
    char left[80], letter[8] = "";
    bool optional = f->value && f->value[0] == '[';
    if (f->letter) snprintf(letter, sizeof letter, "-%c, ", f->letter);
    snprintf(left, sizeof left, "%s--%s%s%s", letter, f->name, f->value && !optional ? " " : "",
             f->value ? f->value : "");
    two_columns(left, f->help);
}

static void print_flags(const cli_flag *f) {
    for (; f && f->name; f++) print_flag(f);
}

/* The placeholder for an option's value, by type. */
static const char *value_word(const lg_option_info *info) {
    static const char *const words[][2] = {{"bool", "[=false]"}, {"int", "N"},     {"real", "X"},
                                           {"name", "NAME"},     {"text", "TEXT"}, {"lengths", "LENGTHS"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(info->type, words[i][0])) return words[i][1];
    return "VALUE";
}

/* Is `word` in a list of words separated by blanks? */
static bool is_among(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *at = words; length && (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (!at[length] || at[length] == ' ')) return true;
    return false;
}

/* Finds the first explanation of a choice in a help text: a choice and ": ", directly after another ": " or after "; ".
 * Returns the end of the text if there is none. */
static const char *find_choice(const char *help, const char *choices) {
    for (const char *at = help; *at; at++) {
        const bool begins = at >= help + 2 && at[-1] == ' ' && (at[-2] == ':' || at[-2] == ';');
        const size_t length = begins ? strcspn(at, ": ") : 0;
        char word[64];
        if (!length || at[length] != ':' || length >= sizeof word) continue;
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (is_among(choices, word)) return at;
    }
    return help + strlen(help);
}

/* Describes an option: `length` bytes of its help, allowed values, and default. */
static void describe_option(const lg_option_info *info, size_t length, char *to, size_t capacity) {
    size_t at = (size_t)snprintf(to, capacity, "%.*s (", (int)length, info->help);
    if (*info->choices && at < capacity) {
        at += (size_t)snprintf(to + at, capacity - at, "one of: ");
        for (const char *s = info->choices; *s && at + 3 < capacity; s++) {
            if (*s == ' ') to[at++] = ',';
            to[at++] = *s;
        }
        at += (size_t)snprintf(to + at, capacity - at, "; ");
    }
    if (*info->bounds && at < capacity) at += (size_t)snprintf(to + at, capacity - at, "%s; ", info->bounds);
    if (at < capacity) snprintf(to + at, capacity - at, "default %s)", *info->fallback ? info->fallback : "none");
}

/* Prints the explanations of choices, each in lines of its own. */
static void print_choices(const char *help, const char *choices) {
    for (const char *next; *help; help = next) {
        char text[1024];
        next = find_choice(help + 1, choices);
        snprintf(text, sizeof text, "%.*s", (int)(next - help - (*next ? 2 : 0)), help);
        two_columns("", text);
    }
}

void cli_help_option(const lg_option_info *info, const char *axis, const char *owners) {
    char left[128], right[1024];
    bool boolean = !strcmp(info->type, "bool");
    const char *choices = find_choice(info->help, info->choices);
    snprintf(left, sizeof left, "%s%s--%s%s%s", *info->flag ? "--" : "", info->flag, info->name, boolean ? "" : " ",
             value_word(info));
    if (*info->flag) snprintf(left, sizeof left, "--%s, --%s %s", info->flag, info->name, value_word(info));
    describe_option(info, (size_t)(choices - info->help) - (*choices ? 2 : 0), right, sizeof right);
    two_columns(left, right);
    print_choices(choices, info->choices);
    if (owners) {
        snprintf(right, sizeof right, "only with --%s %s", axis, owners);
        two_columns("", right);
    }
}

/* ---- pages ---- */

void cli_help_overview(const cli_command *const *commands) {
    printf("lengthen %s: train short, test long. A laboratory for length generalization of Transformers.\n",
           lg_version());
    cli_title("examples");
    print_indented("lengthen train --preset quick                       train on short sequences, test on longer ones\n"
                   "lengthen eval runs/a runs/b --figure ab.svg         compare two runs in one figure\n"
                   "lengthen list                                       list the axes and their choices\n"
                   "lengthen show rope                                  explain the encoding rope\n"
                   "lengthen sample bucket_sort --length 8              print samples of a task");
    cli_title("commands");
    for (const cli_command *const *c = commands; *c; c++) printf("  %-10s %s\n", (*c)->name, (*c)->summary);
    cli_title("more");
    print_indented("lengthen help COMMAND      examples and flags of a command, same as lengthen COMMAND --help\n"
                   "lengthen help options      every option of a run, with its default\n"
                   "lengthen help formula      write your own positional encoding in one line\n"
                   "lengthen --version         print the version");
    cli_title("exit status");
    print_indented("0      done\n"
                   "1      failure\n"
                   "2      wrong flag, option or file\n"
                   "3      some of several runs failed or diverged\n"
                   "4      training diverged\n"
                   "5      verification failed\n"
                   "6      damaged checkpoint\n"
                   "75     interrupted by a signal; training has written a checkpoint: run the command again\n"
                   "130    interrupted by Ctrl-C; otherwise the same as 75\n"
                   "128+n  ended by signal n");
}

static bool is_frequent(const cli_option *o, const char *frequent) {
    if (!frequent)
        return o->axis || *o->info.flag || !strchr(o->info.name, '.') || !strcmp(o->info.name, "curriculum.lengths");
    return is_among(frequent, o->info.name) || is_among(frequent, o->info.flag);
}

/* Prints an axis on one line, without its choices, which `lengthen list` prints. */
static void print_axis_short(const cli_option *o) {
    char left[64], right[256];
    snprintf(left, sizeof left, "--%s NAME", o->info.name);
    snprintf(right, sizeof right, "%s (%s)", o->info.help, o->info.fallback);
    two_columns(left, right);
}

static void print_settings(const cli_command *command) {
    cli_title("choices and frequent options");
    for (size_t i = 0; i < cli_option_count(); i++) {
        const cli_option *o = cli_option_at(i);
        if (!is_frequent(o, command->frequent)) continue;
        if (o->axis)
            print_axis_short(o);
        else
            cli_help_option(&o->info, NULL, NULL);
    }
    if (command->settings == cli_stored_flags)
        printf("\n  All other evaluation options work by name, like --eval.batch 64; see `lengthen help options`.\n"
               "  The defaults shown are those of a new run. Without a flag, a run keeps the value in its config.\n");
    else
        printf("\n  All other options work by name, like --train.clip 0.5; see `lengthen help options`\n");
}

static void print_verbs(const cli_command *family) {
    const char *noun = family->kinds ? "kind" : "verb", *word = family->kinds ? "KIND" : "VERB";
    int width = 0;
    cli_title(family->kinds ? "kinds" : "verbs");
    for (const cli_command *const *v = family->verbs; *v; v++)
        if ((int)strlen(cli_verb_name(*v)) > width) width = (int)strlen(cli_verb_name(*v));
    for (const cli_command *const *v = family->verbs; *v; v++)
        printf("  %-*s  %s\n", width, cli_verb_name(*v), (*v)->summary);
    printf("\n  lengthen help %s %s explains a %s, and so does lengthen %s %s --help\n", family->name, word, noun,
           family->name, word);
}

void cli_help_command(const cli_command *command) {
    printf("%s%s%s: %s\n", cli_bold(stdout), command->name, cli_plain(stdout), command->summary);
    cli_title("examples");
    print_indented(command->examples);
    cli_title("usage");
    print_indented(command->usage);
    printf("\n%s\n", command->text);
    if (command->verbs) {
        print_verbs(command);
        return;
    }
    cli_title("flags");
    print_flags(command->flags);
    print_flags(command->settings);
    print_flags(cli_common_flags + !command->tabular);
    if (command->settings) print_settings(command);
}

static void print_option(const cli_option *o) {
    cli_help_option(&o->info, o->of_axis, o->owners);
}

/* Are two options in one group? The word before the dot names the group: train.lr and train.steps are in the group
 * `train`. All options without a dot, such as out and threads, form one group. */
static bool same_group(const cli_option *a, const cli_option *b) {
    size_t n = strcspn(a->info.name, "."), m = strcspn(b->info.name, ".");
    bool dotted = a->info.name[n] == '.', both = dotted == (b->info.name[m] == '.');
    return both && (!dotted || (n == m && !strncmp(a->info.name, b->info.name, n)));
}

static bool is_common(const cli_option *o) {
    return !o->axis && !o->of_axis;
}

/* Is this the first option of its group? */
static bool opens_group(size_t i) {
    for (size_t j = 0; j < i; j++)
        if (is_common(cli_option_at(j)) && same_group(cli_option_at(i), cli_option_at(j))) return false;
    return is_common(cli_option_at(i));
}

static void print_common_options(void) {
    cli_title("options of every run");
    for (size_t i = 0, groups = 0; i < cli_option_count(); i++) {
        if (!opens_group(i)) continue;
        if (groups++) putchar('\n');
        for (size_t j = i; j < cli_option_count(); j++)
            if (is_common(cli_option_at(j)) && same_group(cli_option_at(i), cli_option_at(j)))
                print_option(cli_option_at(j));
    }
}

/* Prints the options of an axis's choices; nothing if there are none. */
static void print_axis_options(const char *axis) {
    char title[80];
    snprintf(title, sizeof title, "options of %s", axis);
    for (size_t i = 0, shown = 0; i < cli_option_count(); i++) {
        const cli_option *o = cli_option_at(i);
        if (!o->of_axis || strcmp(o->of_axis, axis)) continue;
        if (!shown++) cli_title(title);
        print_option(o);
    }
}

static void print_axis(const cli_option *o) {
    char right[1024], left[64];
    size_t at = (size_t)snprintf(right, sizeof right, "%s; one of: ", o->info.help);
    for (const char *s = o->info.choices; *s && at + 2 < sizeof right; s++) {
        if (*s == ' ') right[at++] = ',';
        right[at++] = *s;
    }
    right[at] = 0;
    snprintf(left, sizeof left, "--%s NAME", o->info.name);
    two_columns(left, right);
}

void cli_help_options(void) {
    printf("There are three ways to set an option:\n"
           "  flag                  --train.lr 0.001\n"
           "  key in a YAML file    train.lr: 0.001, or train: {lr: 0.001}\n"
           "  environment variable  LENGTHEN_TRAIN_LR=0.001\n"
           "Flags override variables, variables override files, files override presets, and presets override\n"
           "defaults. LENGTHS is a range (1..40), a range with a step (10..100:10), a list (1,2,5), or a mixture\n"
           "of these.\n\n"
           "Encoding, mask, scale and attention can differ between blocks: --encoding rope,rope,rope,none or\n"
           "--mask window:512,causal. The list repeats over the blocks; in YAML, the list is one string. The\n"
           "options of a choice follow the choice after colons, as in rope:base=500000:fraction=0.5. The first\n"
           "option can be given without its name, as in window:512. All other options of the choice have the\n"
           "values of their keys, such as mask.width.\n");
    cli_title("choices");
    for (size_t i = 0; i < cli_option_count(); i++)
        if (cli_option_at(i)->axis) print_axis(cli_option_at(i));
    print_common_options();
    for (size_t a = 0; a < lg_axis_count(); a++) print_axis_options(lg_axis_at(a).name);
}
