/* completion.c: completion scripts for bash, zsh and fish, made from the tables of commands and options. */
#include <stdio.h>
#include <string.h>

#include "cli/command_table.h"
#include "cli/help/help.h"
#include "cli/options.h"

/* ---- for all shells ---- */

static lg_context *catalogue; /* of the presets and sweep files that come with the program */

/* Does the command take files as positionals? The shells complete them, and otherwise folders. */
static bool takes_files(const cli_command *c) {
    return c->positionals && strstr(c->positionals, "@file");
}

/* Calls `each` for every positional that a command takes, but for files and folders, which the shells complete. */
typedef void (*word_fn)(const char *word, const char *help);

static void each_choice(const char *axis, word_fn each) {
    for (size_t i = 0; i < lg_choice_count(); i++) {
        lg_choice e = lg_choice_at(i);
        if (!axis || !strcmp(e.axis, axis)) each(e.name, e.summary);
    }
}

static void each_axis(word_fn each) {
    for (size_t i = 0; i < lg_axis_count(); i++) each(lg_axis_at(i).name, lg_axis_at(i).summary);
}

/* The name of a file becomes a word of a script. bash expands words again: a name with other characters is skipped. */
static void each_file(const char *name, const char *summary, word_fn each) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.+";
    if (name[strspn(name, plain)] == '\0') each(name, summary);
}

static void each_preset(word_fn each) {
    for (size_t i = 0; i < lg_preset_count(catalogue); i++)
        each_file(lg_preset_name(catalogue, i), lg_preset_summary(catalogue, i), each);
}

static void each_sweep(word_fn each) {
    for (size_t i = 0; i < lg_sweep_file_count(catalogue); i++)
        each_file(lg_sweep_file_name(catalogue, i), lg_sweep_file_summary(catalogue, i), each);
}

static void each_table(word_fn each) {
    for (size_t i = 0; i < lg_report_count(); i++)
        if (!lg_report_at(i).figure) each(lg_report_at(i).name, lg_report_at(i).summary);
}

static void each_figure(word_fn each) {
    for (size_t i = 0; i < lg_report_count(); i++)
        if (lg_report_at(i).figure) each(lg_report_at(i).name, lg_report_at(i).summary);
}

/* Flags of commands whose values are names. */
static const struct {
    const char *flag;
    void (*each)(word_fn each);
} named[] = {{"preset", each_preset}, {"tables", each_table}, {"figures", each_figure}};

static void each_command(const cli_command *const *commands, word_fn each) {
    for (const cli_command *const *c = commands; *c; c++) each((*c)->name, (*c)->summary);
}

static void each_word(const cli_command *const *commands, const cli_command *c, word_fn each) {
    for (const cli_command *const *v = c->verbs; v && *v; v++) each(cli_verb_name(*v), (*v)->summary);
    for (const char *at = c->positionals; at && *at; at += strspn(at, " ")) {
        char word[32];
        size_t length = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        at += length;
        if (!strcmp(word, "@task"))
            each_choice("data", each);
        else if (!strcmp(word, "@name"))
            each_choice(NULL, each);
        else if (!strcmp(word, "@axis"))
            each_axis(each);
        else if (!strcmp(word, "@command"))
            each_command(commands, each);
        else if (!strcmp(word, "@preset"))
            each_preset(each);
        else if (!strcmp(word, "@sweep"))
            each_sweep(each);
        else if (*word != '@')
            each(word, "");
    }
}

/* Calls `each` for every flag of a command. value: what its value is, "DIR"; NULL: it needs none. */
typedef void (*flag_fn)(const char *name, const char *help, const char *value, const char *choices);

static void each_flag_of(const cli_flag *f, flag_fn each) {
    for (; f && f->name; f++) each(f->name, f->help, f->value && f->value[0] != '[' ? f->value : NULL, "");
}

static void each_flag(const cli_command *c, flag_fn each) {
    if (c->verbs) return;
    each_flag_of(c->flags, each);
    each_flag_of(c->settings, each);
    each_flag_of(cli_common_flags, each);
    for (size_t i = 0; c->settings && i < cli_option_count(); i++) {
        const lg_option_info *info = &cli_option_at(i)->info;
        const char *value = strcmp(info->type, "bool") ? "VALUE" : NULL;
        if (*info->flag) each(info->flag, info->help, value, info->choices);
        each(info->name, info->help, value, info->choices);
    }
}

/* Text in single quotes, without characters that are special there. */
static void print_quoted(const char *text) {
    putchar('\'');
    for (; *text; text++)
        if (*text != '\'' && *text != '\\' && *text != '\n') putchar(*text == ':' ? ',' : *text);
    putchar('\'');
}

/* Verbs before families: a case takes the first pattern that fits. */
static void verbs_first(const cli_command *const *commands, cli_command_fn each) {
    for (const cli_command *const *c = commands; *c; c++) {
        for (const cli_command *const *v = (*c)->verbs; v && *v; v++) each(commands, *v);
        each(commands, *c);
    }
}

static bool is_folder(const char *value) {
    return value && !strcmp(value, "DIR");
}

/* For shells whose scripts look at words: the command, whatever follows it, or the verb, and then the flag. What is
 * printed for a flag that takes a folder. */
static const cli_command *folder_command;
static const char *folder_action;

static void folder_flag(const char *name, const char *help, const char *value, const char *choices) {
    (void)help, (void)choices;
    if (!is_folder(value)) return;
    printf(strchr(folder_command->name, ' ') ? "    '%s'" : "    %s\\ *", folder_command->name);
    printf("\\ --%s) %s; return ;;\n", name, folder_action);
}

static void folder_flags(const cli_command *const *commands, const cli_command *c) {
    (void)commands;
    folder_command = c;
    each_flag(c, folder_flag);
}

/* ---- bash ---- */

static void bash_word(const char *word, const char *help) {
    (void)help;
    printf(" %s", word);
}

static void bash_flag(const char *name, const char *help, const char *value, const char *choices) {
    (void)help, (void)value, (void)choices;
    printf(" --%s", name);
}

/* The pattern of a case over the first two words of a command line. A family comes after its verbs. */
static void case_of(const cli_command *c) {
    printf(strchr(c->name, ' ') ? "    '%s')\n" : "    %s\\ *)\n", c->name);
}

static void bash_command(const cli_command *const *commands, const cli_command *c) {
    case_of(c);
    printf("        flags='");
    each_flag(c, bash_flag);
    printf("'\n        words='");
    each_word(commands, c, bash_word);
    printf("'\n%s        ;;\n", takes_files(c) ? "        files=-f\n" : "");
}

static void bash_choices(void) {
    for (size_t i = 0; i < cli_option_count(); i++) {
        const lg_option_info *info = &cli_option_at(i)->info;
        if (*info->choices)
            printf("    --%s) COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return ;;\n", info->name, info->choices);
    }
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        printf("    --%s) COMPREPLY=($(compgen -W '", named[i].flag);
        named[i].each(bash_word);
        printf("' -- \"$cur\") $(compgen -d -- \"$cur\")); return ;;\n");
    }
}

static void print_bash(const cli_command *const *commands) {
    printf("# bash completion for lengthen; made by: lengthen help --completion bash\n"
           "_lengthen() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} flags= words= files=-d\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        COMPREPLY=($(compgen -W '");
    each_command(commands, bash_word);
    printf(" --help --version' -- \"$cur\")); return\n    fi\n"
           "    case \"${COMP_WORDS[1]} ${COMP_WORDS[2]} $prev\" in\n");
    folder_action = "COMPREPLY=($(compgen -d -- \"$cur\"))";
    verbs_first(commands, folder_flags);
    printf("    esac\n    case $prev in\n");
    bash_choices();
    printf("    --config|--figure|--q|--k|--out) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n"
           "    esac\n    case \"${COMP_WORDS[1]} ${COMP_WORDS[2]}\" in\n");
    verbs_first(commands, bash_command);
    printf("    esac\n"
           "    case $cur in\n"
           "    -*) COMPREPLY=($(compgen -W \"$flags\" -- \"$cur\")) ;;\n"
           "    *) COMPREPLY=($(compgen -W \"$words\" -- \"$cur\") $(compgen $files -- \"$cur\")) ;;\n"
           "    esac\n}\n"
           "complete -o filenames -F _lengthen lengthen\n");
}

/* ---- zsh ---- */

static void zsh_word(const char *word, const char *help) {
    printf(" '%s:", word);
    for (; *help; help++)
        if (*help != '\'' && *help != '\\' && *help != '\n') putchar(*help == ':' ? ',' : *help);
    putchar('\'');
}

static void zsh_flag(const char *name, const char *help, const char *value, const char *choices) {
    (void)value, (void)choices;
    char word[128];
    snprintf(word, sizeof word, "--%s", name);
    zsh_word(word, help);
}

static void zsh_command(const cli_command *const *commands, const cli_command *c) {
    case_of(c);
    printf("        flags=(");
    each_flag(c, zsh_flag);
    printf(")\n        names=(");
    each_word(commands, c, zsh_word);
    printf(")\n%s        ;;\n", takes_files(c) ? "        kind=\n" : "");
}

static void zsh_choices(void) {
    for (size_t i = 0; i < cli_option_count(); i++) {
        const lg_option_info *info = &cli_option_at(i)->info;
        if (*info->choices) printf("    --%s) compadd -- %s; return ;;\n", info->name, info->choices);
    }
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        printf("    --%s) names=(", named[i].flag);
        named[i].each(zsh_word);
        printf("); _describe name names; _files -/; return ;;\n");
    }
}

static void print_zsh(const cli_command *const *commands) {
    printf("#compdef lengthen\n# zsh completion for lengthen; made by: lengthen help --completion zsh\n"
           "_lengthen() {\n"
           "    local -a commands flags names\n"
           "    local kind=-/\n"
           "    commands=(");
    each_command(commands, zsh_word);
    printf(")\n"
           "    if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
           "    case \"$words[2] $words[3] $words[CURRENT-1]\" in\n");
    folder_action = "_files -/";
    verbs_first(commands, folder_flags);
    printf("    esac\n    case $words[CURRENT-1] in\n");
    zsh_choices();
    printf("    --config|--figure|--q|--k|--out) _files; return ;;\n"
           "    esac\n    case \"$words[2] $words[3]\" in\n");
    verbs_first(commands, zsh_command);
    printf("    esac\n"
           "    if [[ $words[CURRENT] == -* ]]; then _describe flag flags; return; fi\n"
           "    (( $#names )) && _describe name names\n"
           "    _files $kind\n}\n"
           "_lengthen \"$@\"\n");
}

/* ---- fish ---- */

static char fish_when[128]; /* the condition of what is being printed */

static void fish_command(const char *word, const char *help) {
    printf("complete -c lengthen -f -n __fish_use_subcommand -a %s -d ", word);
    print_quoted(help);
    putchar('\n');
}

static void fish_word(const char *word, const char *help) {
    printf("complete -c lengthen -f -n '%s' -a %s -d ", fish_when, word);
    print_quoted(help);
    putchar('\n');
}

/* The flag whose values are being printed, and names that it may have. */
static const char *fish_named;

static void fish_value(const char *word, const char *help) {
    printf("complete -c lengthen -n '%s' -l %s -r -a %s -d ", fish_when, fish_named, word);
    print_quoted(help);
    putchar('\n');
}

static void fish_flag(const char *name, const char *help, const char *value, const char *choices) {
    printf("complete -c lengthen -n '%s' -l %s%s", fish_when, name, value ? " -r" : "");
    if (*choices) printf(" -f -a '%s'", choices);
    if (is_folder(value)) printf(" -f -a '(__fish_complete_directories)'");
    printf(" -d ");
    print_quoted(help);
    putchar('\n');
    fish_named = name;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (!strcmp(name, named[i].flag) && !is_folder(value)) named[i].each(fish_value);
}

/* Positionals and flags of a command or a verb, after its name. */
static void fish_entry(const cli_command *const *commands, const cli_command *c) {
    const char *verb = strchr(c->name, ' ');
    if (verb)
        snprintf(fish_when, sizeof fish_when, "__fish_seen_subcommand_from %.*s; and __fish_seen_subcommand_from %s",
                 (int)(verb - c->name), c->name, verb + 1);
    else
        snprintf(fish_when, sizeof fish_when, "__fish_seen_subcommand_from %s", c->name);
    each_word(commands, c, fish_word);
    each_flag(c, fish_flag);
}

static void print_fish(const cli_command *const *commands) {
    printf("# fish completion for lengthen; made by: lengthen help --completion fish\n");
    each_command(commands, fish_command);
    cli_commands_walk(commands, fish_entry);
}

int cli_help_completion(lg_context *c, const cli_command *const *commands, const char *shell) {
    static const struct {
        const char *shell;
        void (*print)(const cli_command *const *commands);
    } scripts[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    catalogue = c;
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        if (!strcmp(shell, scripts[i].shell)) return scripts[i].print(commands), LG_OK;
    return cli_fail(LG_USAGE, "--completion %s: expected bash, zsh or fish", shell);
}
