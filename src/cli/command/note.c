/* note.c: `lengthen note`: attaches notes and tags to runs. */
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"

static const cli_flag flags[] = {
    {"tag", 0, "WORD", "add a tag", .repeats = true},
    {"untag", 0, "WORD", "remove a tag", .repeats = true},
    {"remove", 0, NULL, "remove text and tags"},
    {0},
};

typedef struct row {
    const char *run;
    lg_run_comment note;
} row;

static const lg_member members[] = {
    LG_MEMBER(row, run, "run", "run directory"),
    LG_MEMBER(row, note.text, "note", "the text, or \"\""),
    LG_MEMBER(row, note.tags, "tags", "tags separated by spaces, or \"\""),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.note/1",
    .about = "`note`: one row per run.",
    .members = members,
};

static void print_note(const cli *c, const char *run, const lg_run_comment *note) {
    cli_row_put(&schema, &(row){run, *note});
    if (cli_is_table() && !c->quiet)
        cli_out_say("%s: %s%s%s%s", run, *note->tags ? "[" : "", note->tags, *note->tags ? "] " : "",
                    *note->text || *note->tags ? note->text : "no note");
}

/* Removes a word from a list separated by blanks. */
static void remove_word(char *words, const char *word) {
    const size_t n = strlen(word);
    for (char *at = words; (at = strstr(at, word)); at++) {
        if ((at > words && at[-1] != ' ') || (at[n] != ' ' && at[n] != '\0')) continue;
        char *end = at + n + strspn(at + n, " ");
        if (*end == '\0' && at > words) at--;
        memmove(at, end, strlen(end) + 1);
        return;
    }
}

static int add_tag(lg_run_comment *note, const char *tag) {
    const size_t at = strlen(note->tags);
    if (*tag == '\0' || strpbrk(tag, " ,"))
        return cli_fail(LG_USAGE, "--tag '%s': expected a word without spaces and commas; --tag A --tag B adds two",
                        tag);
    remove_word(note->tags, tag);
    if (at + strlen(tag) + 2 > sizeof note->tags)
        return cli_fail(LG_USAGE, "--tag %s: all tags together have more than %zu bytes", tag, sizeof note->tags - 1);
    snprintf(note->tags + strlen(note->tags), sizeof note->tags - strlen(note->tags), "%s%s", *note->tags ? " " : "",
             tag);
    return LG_OK;
}

/* Returns the text of the note: the last argument. Returns NULL if the last argument is a run directory, or if there is
 * only one argument. */
static const char *text_of(const cli_args *a) {
    char config[4096];
    const char *last = a->positionals[a->positional_count - 1];
    snprintf(config, sizeof config, "%s/config.yaml", last);
    return a->positional_count > 1 && access(config, F_OK) ? last : NULL;
}

static int change_note(const cli_args *a, lg_run_comment *note) {
    const char *text = text_of(a);
    size_t at = 0;
    if (cli_flag_on(a, "remove")) *note = (lg_run_comment){{0}, {0}};
    for (const char *tag; (tag = cli_flag_next(a, "untag", &at));) remove_word(note->tags, tag);
    at = 0;
    for (const char *tag; (tag = cli_flag_next(a, "tag", &at));)
        if (add_tag(note, tag) != LG_OK) return LG_USAGE;
    if (!text) return LG_OK;
    if (strlen(text) >= sizeof note->text)
        return cli_fail(LG_USAGE, "the note has more than %zu bytes", sizeof note->text - 1);
    strcpy(note->text, text);
    return LG_OK;
}

/* Called if a note could not be written: prints its text in a message, so that the user does not lose it. */
static int tell_unwritten(cli *c, int status) {
    const char *text = text_of(&c->args);
    if (text) cli_note(c, "nothing was written; the text was: %s", text);
    return status;
}

static const lg_schema *const schemas[] = {&schema, NULL};

static int note_run(cli *c, const char *run) {
    const cli_args *a = &c->args;
    lg_run_summary s;
    lg_status status = lg_run_summarize(c->context, run, &s);
    if (status != LG_OK && status != LG_CORRUPT) return cli_fail_library(c, status);
    const lg_run_comment before = s.note;
    if (change_note(a, &s.note) != LG_OK) return tell_unwritten(c, LG_USAGE);
    const bool same = !strcmp(before.text, s.note.text) && !strcmp(before.tags, s.note.tags);
    if (!same || status == LG_CORRUPT) status = lg_run_annotate(c->context, run, &s.note);
    if (status != LG_OK) return tell_unwritten(c, cli_fail_library(c, status));
    print_note(c, run, &s.note);
    return LG_OK;
}

static int run_note(cli *c) {
    const cli_args *a = &c->args;
    if (a->positional_count < 1)
        return cli_fail(LG_USAGE, "note needs a run, and a text in quotes: lengthen note runs/NAME \"a good one\"");
    const size_t runs = a->positional_count - (text_of(a) ? 1 : 0);
    int status = LG_OK;
    for (size_t i = 0; i < runs && status == LG_OK; i++) status = note_run(c, a->positionals[i]);
    return status;
}

const cli_command cli_command_note = {
    .name = "note",
    .summary = "attach a note and tags to runs, for `lengthen runs`",
    .usage = "lengthen note RUN... [TEXT] [--tag WORD] [--untag WORD] [--remove]",
    .examples = "lengthen note runs/a \"the learning rate was too high\"\n"
                "lengthen note runs/a runs/b --tag good --tag paper\n"
                "lengthen note runs/a\n"
                "lengthen runs --where tags=good",
    .text = "The note is stored in RUN/note.json. Training, evaluation and sweeps ignore notes. Without TEXT and\n"
            "flags, `note` prints the note.",
    .positionals = "@folder",
    .flags = flags,
    .schemas = schemas,
    .run = run_note,
};
