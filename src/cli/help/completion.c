/* completion.c: completes command lines. The scripts lengthen.bash, lengthen.zsh and lengthen.fish call `lengthen
 * __complete WORD...` with the words after the program's name, up to the one at the cursor. The first line of output
 * names what the shell adds to the candidates: "words" (nothing), "folders" or "files". Each further line is a
 * candidate: a word, a tab and its help. The shell drops candidates that do not begin with the typed text. */
#include <stdio.h>
#include <string.h>

#include "base/embed.h"
#include "cli/command_table.h"
#include "cli/help/help.h"
#include "cli/options.h"
#include "cli/ui/out.h"

LG_EMBED(bash_script, "src/cli/help/lengthen.bash");
LG_EMBED(zsh_script, "src/cli/help/lengthen.zsh");
LG_EMBED(fish_script, "src/cli/help/lengthen.fish");

static void print_word(const char *word, const char *help) {
    printf("%s\t", word);
    cli_out_print(help, "");
    putchar('\n');
}

/* ---- names ---- */

static void print_choices(const char *axis) {
    for (size_t i = 0; i < lg_choice_count(); i++) {
        lg_choice e = lg_choice_at(i);
        if (!axis || !strcmp(e.axis, axis)) print_word(e.name, e.summary);
    }
}

static void print_commands(const cli_command *const *commands) {
    for (const cli_command *const *c = commands; *c; c++) print_word((*c)->name, (*c)->summary);
}

/* Skips names with characters that a shell could expand, because files may be untrusted. */
static void print_file(const char *name, const char *summary) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.+";
    if (name[strspn(name, plain)] == '\0') print_word(name, summary);
}

static void print_presets(lg_context *c) {
    for (size_t i = 0; i < lg_preset_count(c); i++) print_file(lg_preset_name(c, i), lg_preset_summary(c, i));
}

static void print_reports(bool figures) {
    for (size_t i = 0; i < lg_report_count(); i++)
        if (lg_report_at(i).figure == figures) print_word(lg_report_at(i).name, lg_report_at(i).summary);
}

/* Prints candidates for a word of a command's `positionals`. The shell completes files and folders itself. */
static void print_positional(lg_context *c, const cli_command *const *commands, const char *word) {
    if (!strcmp(word, "@task"))
        print_choices("data");
    else if (!strcmp(word, "@name"))
        print_choices(NULL);
    else if (!strcmp(word, "@axis"))
        for (size_t i = 0; i < lg_axis_count(); i++) print_word(lg_axis_at(i).name, lg_axis_at(i).summary);
    else if (!strcmp(word, "@command"))
        print_commands(commands);
    else if (!strcmp(word, "@preset"))
        print_presets(c);
    else if (!strcmp(word, "@sweep"))
        for (size_t i = 0; i < lg_sweep_file_count(c); i++)
            print_file(lg_sweep_file_name(c, i), lg_sweep_file_summary(c, i));
    else if (*word != '@')
        print_word(word, "");
}

/* Calls print_positional for each of the words, which are separated by blanks. */
static void print_words(const char *words, lg_context *c, const cli_command *const *commands) {
    for (const char *at = words; at && *at; at += strspn(at, " ")) {
        char word[64];
        size_t length = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        at += length;
        print_positional(c, commands, word);
    }
}

/* ---- flags ---- */

static void print_flag(const char *name, const char *help) {
    char word[128];
    snprintf(word, sizeof word, "--%s", name);
    print_word(word, help);
}

static void print_flags(const cli_command *c) {
    const cli_flag *const tables[] = {c->flags, c->settings, cli_common_flags};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const cli_flag *f = tables[i]; f && f->name; f++) print_flag(f->name, f->help);
    for (size_t i = 0; c->settings && i < cli_option_count(); i++) {
        const lg_option_info *info = &cli_option_at(i)->info;
        if (*info->flag) print_flag(info->flag, info->help);
        print_flag(info->name, info->help);
    }
}

/* Prints the possible values of a flag. If an option has the same name as the flag (such as `report --metric`), these
 * are the values of the option. Returns false if the flag takes no value from the next word. */
static bool print_values(lg_context *context, const cli_command *c, const char *flag, size_t length) {
    const cli_flag *f = cli_flag_find(c, flag, length);
    const cli_option *o = f || c->settings ? cli_option_find(flag, length) : NULL;
    if (f ? !f->value || f->value[0] == '[' : !o || !strcmp(o->info.type, "bool")) return false;
    const char *kind = f ? f->value : "NAME", *choices = o && !strcmp(kind, "NAME") ? o->info.choices : "";
    const bool report = !strcmp(kind, "NAMES"), preset = f && !strcmp(f->name, "preset");
    puts(report || preset || !strcmp(kind, "DIR") ? "folders" : *choices ? "words" : "files");
    if (report) print_reports(!strcmp(f->name, "figures"));
    if (preset) print_presets(context);
    print_words(choices, NULL, NULL);
    return true;
}

/* ---- lines ---- */

/* Finds the command, or a family's verb if the verb comes before the word at the cursor. */
static const cli_command *find_command(const cli_command *const *commands, char **words, int count) {
    const cli_command *c = cli_command_find(commands, words[0]);
    const cli_command *verb = c && c->verbs && count > 2 ? cli_verb_find(c, words[1]) : NULL;
    return verb ? verb : c;
}

/* Finds the flag whose value is at the cursor: "--NAME VALUE", or "--NAME=VALUE", which bash splits at "="; NULL:
 * none. */
static const char *find_flag(char **words, int count) {
    const char *last = words[count - 1];
    if (!strncmp(last, "--", 2)) return strchr(last, '=') ? last + 2 : NULL;
    int before = count - 2;
    if (!strcmp(last, "=")) before++;
    if (before > 0 && !strcmp(words[before], "=")) before--;
    return before > 0 && !strncmp(words[before], "--", 2) ? words[before] + 2 : NULL;
}

static void complete_line(lg_context *context, const cli_command *const *commands, char **words, int count) {
    if (count == 1) {
        puts("words");
        print_commands(commands);
        print_flag("help", "explain the program");
        print_flag("version", "print the version");
        return;
    }
    const cli_command *c = find_command(commands, words, count);
    const char *flag = find_flag(words, count);
    if (c && flag && print_values(context, c, flag, strcspn(flag, "="))) return;
    const bool dash = words[count - 1][0] == '-';
    puts(dash ? "words" : c && c->positionals && strstr(c->positionals, "@file") ? "files" : "folders");
    if (c && dash && !c->verbs) print_flags(c);
    if (!c || dash) return;
    for (const cli_command *const *v = c->verbs; v && *v; v++) print_word(cli_verb_name(*v), (*v)->summary);
    print_words(c->positionals, context, commands);
}

int cli_help_complete(const cli_command *const *commands, char **words, int count) {
    if (count < 1) return cli_fail(LG_USAGE, "__complete needs the words of a line");
    lg_context *context = lg_context_new();
    if (!context) return cli_fail(LG_FAILED, "out of memory");
    complete_line(context, commands, words, count);
    lg_context_free(context);
    return LG_OK;
}

int cli_help_completion(const char *shell) {
    const char *script = !strcmp(shell, "bash")   ? bash_script
                         : !strcmp(shell, "zsh")  ? zsh_script
                         : !strcmp(shell, "fish") ? fish_script
                                                  : NULL;
    if (!script) return cli_fail(LG_USAGE, "--completion %s: expected bash, zsh or fish", shell);
    fputs(script, stdout);
    return LG_OK;
}
