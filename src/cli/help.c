/* help.c: `lengthen help` and the flag --help. Every page is made from the tables that the parser reads. */
#include "cli/help.h"

#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/text.h"

enum { FLAG_COLUMN = 30, COLUMNS = 100 };

static const cli_flag flags[] = {
    {"completion", 0, "SHELL", "print a completion script: bash, zsh or fish"},
    {"scdoc", 0, NULL, "print the man page's sections about commands and options"},
    {0},
};

/* ---- parts ---- */

static void heading(const char *text) {
    printf("\n%s%s%s\n", cli_bold(stdout), text, cli_plain(stdout));
}

/* Every line of a text, indented. */
static void indented(const char *text) {
    for (const char *end; *text; text = *end ? end + 1 : end) {
        end = text + strcspn(text, "\n");
        printf("%s%.*s\n", end == text ? "" : "  ", (int)(end - text), text);
    }
}

/* "  --name VALUE" and its help, in two columns. */
static void two_columns(const char *left, const char *right) {
    int width = cli_text_width(left) + 2;
    printf("  %s", left);
    if (width + 2 > FLAG_COLUMN)
        printf("\n%*s", FLAG_COLUMN, "");
    else
        printf("%*s", FLAG_COLUMN - width, "");
    cli_text_wrap(stdout, right, FLAG_COLUMN, FLAG_COLUMN, COLUMNS);
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

/* What an option wants, in capitals. */
static const char *value_word(const lg_option_info *info) {
    static const char *const words[][2] = {{"bool", "[=false]"}, {"int", "N"},     {"real", "X"},
                                           {"name", "NAME"},     {"text", "TEXT"}, {"lengths", "LENGTHS"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(info->type, words[i][0])) return words[i][1];
    return "VALUE";
}

/* Help, then what may be said and what is said if nobody does. */
static void describe(const lg_option_info *info, char *to, size_t room) {
    size_t at = (size_t)snprintf(to, room, "%s (", info->help);
    if (*info->choices && at < room) {
        at += (size_t)snprintf(to + at, room - at, "one of: ");
        for (const char *s = info->choices; *s && at + 3 < room; s++) {
            if (*s == ' ') to[at++] = ',';
            to[at++] = *s;
        }
        at += (size_t)snprintf(to + at, room - at, "; ");
    }
    if (*info->bounds && at < room) at += (size_t)snprintf(to + at, room - at, "%s; ", info->bounds);
    if (at < room) snprintf(to + at, room - at, "default %s)", *info->fallback ? info->fallback : "none");
}

void cli_help_option(const lg_option_info *info, const char *axis, const char *owners) {
    char left[128], right[1024];
    bool boolean = !strcmp(info->type, "bool");
    snprintf(left, sizeof left, "%s%s--%s%s%s", *info->flag ? "--" : "", info->flag, info->name, boolean ? "" : " ",
             value_word(info));
    if (*info->flag) snprintf(left, sizeof left, "--%s, --%s %s", info->flag, info->name, value_word(info));
    describe(info, right, sizeof right);
    two_columns(left, right);
    if (owners) printf("%*sread with --%s %s\n", FLAG_COLUMN, "", axis, owners);
}

/* ---- pages ---- */

void cli_help_overview(void) {
    printf("lengthen %s: train short, test long. A laboratory for length generalization of Transformers.\n",
           lg_version());
    heading("examples");
    indented("lengthen train --preset quick                       train on short sequences, test on longer ones\n"
             "lengthen eval runs/a runs/b --figure ab.svg         two runs in one picture\n"
             "lengthen list                                       what there is to choose from\n"
             "lengthen show rope                                  one of them explained\n"
             "lengthen sample bucket_sort --length 8              what a task asks");
    heading("commands");
    for (const cli_command *const *c = cli_commands; *c; c++) printf("  %-9s %s\n", (*c)->name, (*c)->summary);
    heading("more");
    indented("lengthen help COMMAND      examples and flags of a command; also: lengthen COMMAND --help\n"
             "lengthen help options      every option of a run, with its default\n"
             "lengthen --version         the version");
    heading("exit status");
    indented("0 done; 1 failure; 2 wrong flag, option or file; 3 some of several runs failed; 4 training\n"
             "diverged; 5 verification failed; 6 damaged checkpoint; 75 stopped, checkpoint written: run me\n"
             "again; 128+n ended by signal n");
}

/* Is `word` one of the words between blanks? */
static bool among(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *at = words; length && (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (!at[length] || at[length] == ' ')) return true;
    return false;
}

static bool is_frequent(const cli_option *o, const char *frequent) {
    if (!frequent) return o->axis || *o->info.flag || !strchr(o->info.name, '.');
    return among(frequent, o->info.name) || among(frequent, o->info.flag);
}

/* An axis in one line, without the names on it: `lengthen list` tells them. */
static void print_axis_short(const cli_option *o) {
    char left[64], right[256];
    snprintf(left, sizeof left, "--%s NAME", o->info.name);
    snprintf(right, sizeof right, "%s (%s)", o->info.help, o->info.fallback);
    two_columns(left, right);
}

static void print_settings(const cli_command *command) {
    heading("choices and frequent options");
    for (size_t i = 0; i < cli_option_count(); i++) {
        const cli_option *o = cli_option_at(i);
        if (!is_frequent(o, command->frequent)) continue;
        if (o->axis)
            print_axis_short(o);
        else
            cli_help_option(&o->info, NULL, NULL);
    }
    if (command->settings == cli_stored_flags)
        printf("\n  and the other options of testing by their names, --eval.batch 64; see `lengthen help options`.\n"
               "  The defaults are those of a new run: without a flag, a run is tested as its own config says.\n");
    else
        printf("\n  and every other option by its name, --train.clip 0.5; see `lengthen help options`\n");
}

static void print_verbs(const cli_command *family) {
    heading("verbs");
    for (const cli_command *const *v = family->verbs; *v; v++) printf("  %-9s %s\n", cli_verb_name(*v), (*v)->summary);
    printf("\n  lengthen help %s VERB tells more, and so does lengthen %s VERB --help\n", family->name, family->name);
}

void cli_help_command(const cli_command *command) {
    printf("%s%s%s: %s\n", cli_bold(stdout), command->name, cli_plain(stdout), command->summary);
    heading("examples");
    indented(command->examples);
    heading("usage");
    indented(command->usage);
    printf("\n%s\n", command->text);
    if (command->verbs) {
        print_verbs(command);
        return;
    }
    heading("flags");
    print_flags(command->flags);
    print_flags(command->settings);
    print_flags(cli_common_flags);
    if (command->settings) print_settings(command);
}

static void print_option(const cli_option *o) {
    cli_help_option(&o->info, o->of_axis, o->owners);
}

/* Do two options belong together: train.lr and train.steps, or out and threads? */
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
    heading("options of every run");
    for (size_t i = 0, groups = 0; i < cli_option_count(); i++) {
        if (!opens_group(i)) continue;
        if (groups++) putchar('\n');
        for (size_t j = i; j < cli_option_count(); j++)
            if (is_common(cli_option_at(j)) && same_group(cli_option_at(i), cli_option_at(j)))
                print_option(cli_option_at(j));
    }
}

/* The options that the choices on an axis bring; no heading when there are none. */
static void print_axis_options(const char *axis) {
    char title[80];
    snprintf(title, sizeof title, "options of %s", axis);
    for (size_t i = 0, shown = 0; i < cli_option_count(); i++) {
        const cli_option *o = cli_option_at(i);
        if (!o->of_axis || strcmp(o->of_axis, axis)) continue;
        if (!shown++) heading(title);
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

static void print_all_options(void) {
    printf("Every option is a flag, a key in a YAML file and a variable: --train.lr 0.001, `train.lr: 0.001` or\n"
           "`train: {lr: 0.001}`, LENGTHEN_TRAIN_LR=0.001. A flag wins over a variable, that over a file, a\n"
           "preset and the default. LENGTHS are like 1..40, 1,2,5 or 10..100:10, or a mixture.\n");
    heading("choices");
    for (size_t i = 0; i < cli_option_count(); i++)
        if (cli_option_at(i)->axis) print_axis(cli_option_at(i));
    print_common_options();
    for (size_t a = 0; a < lg_axis_count(); a++) print_axis_options(lg_axis_at(a).name);
}

/* ---- the command ---- */

static int help_about(const char *word) {
    const cli_command *command = cli_command_find(word);
    lg_choice choice;
    if (command) return cli_help_command(command), LG_OK;
    if (!strcmp(word, "options")) return print_all_options(), LG_OK;
    cli_nearest near = cli_nearest_to(word, strlen(word));
    for (const cli_command *const *c = cli_commands; *c; c++) cli_nearest_try(&near, (*c)->name);
    cli_nearest_try(&near, "options");
    const char *best = cli_nearest_best(&near);
    if (best) return cli_fail(LG_USAGE, "there is no help about %s; did you mean %s?", word, best);
    if (cli_option_find(word, strlen(word)) || lg_choice_find(word, &choice))
        return cli_fail(LG_USAGE, "there is no help about %s; did you mean lengthen show %s?", word, word);
    return cli_fail(LG_USAGE, "there is no help about %s; `lengthen help` lists the commands", word);
}

static int help_about_verb(const cli_command *family, const char *word) {
    const cli_command *verb = cli_verb_find(family, word);
    if (verb) return cli_help_command(verb), LG_OK;
    return cli_fail(LG_USAGE, "there is no help about %s %s; `lengthen help %s` lists what there is", family->name,
                    word, family->name);
}

static int run(cli *c) {
    const char *shell = cli_flag_value(&c->args, "completion");
    if (shell) return cli_help_completion(shell);
    if (cli_flag_on(&c->args, "scdoc")) return cli_help_scdoc(), LG_OK;
    if (!c->args.word_count) return cli_help_overview(), LG_OK;
    const cli_command *family = cli_command_find(c->args.words[0]);
    if (c->args.word_count == 2 && family && family->verbs) return help_about_verb(family, c->args.words[1]);
    if (c->args.word_count > 1) return cli_fail(LG_USAGE, "help takes one word, not %s too", c->args.words[1]);
    return help_about(c->args.words[0]);
}

const cli_command cli_command_help = {
    .name = "help",
    .summary = "explain the program, a command, or all options",
    .usage = "lengthen help [COMMAND | COMMAND VERB | options]",
    .examples = "lengthen help\n"
                "lengthen help train\n"
                "lengthen help options\n"
                "lengthen help --completion bash > /etc/bash_completion.d/lengthen",
    .text = "The man page and the completions for bash, zsh and fish come from the same tables.",
    .words = "@command options",
    .flags = flags,
    .run = run,
};
