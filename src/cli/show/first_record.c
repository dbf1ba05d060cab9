/* first_record.c: `lengthen show pairs --data.train FILE`: shows how the first record of a file is split into
 * tokens. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/analysis.h"
#include "cli/config.h"
#include "cli/show/show.h"
#include "cli/ui/print.h"
#include "cli/ui/text.h"

enum { INDENT = 2, WITHIN = 4 };

static void print_paragraph(const char *text, int indent) {
    printf("%*s", INDENT, "");
    cli_text_wrap(stdout, text, INDENT, indent, cli_columns(stdout));
}

/* Prints one side of the record: its text and its tokens, of which the last is the end token. */
static void print_side(const char *name, const char *text, const char *const *symbols, int count) {
    char *words = NULL;
    size_t size;
    FILE *to = open_memstream(&words, &size);
    if (to) {
        fprintf(to, "%d token%s and %s:", count - 1, count == 2 ? "" : "s", symbols[count - 1]);
        for (int i = 0; i < count; i++) fprintf(to, " %s", symbols[i]);
    }
    printf("%*s%s: ", INDENT, "", name), cli_out_data(text, ""), putchar('\n');
    if (cli_out_take(to, &words))
        print_paragraph(words, WITHIN);
    else
        cli_out_lose();
    free(words);
}

/* Explanations of symbols that stand for other characters or for text outside the vocabulary. */
static const struct {
    const char *first, *last; /* range of symbols, as strings */
    const char *meaning;
} meanings[] = {
    {"\\x20", "\\x20", "\\x20 is a blank."},
    {"\\x80", "\\xff", "\\xNN is a byte; a character beyond ASCII has several."},
    {"\xe2\x96\x81", "\xe2\x96\x81\xff", "\xe2\x96\x81 is a blank, or the start of the text."},
    {"<unk>", "<unk>", "<unk> stands for text that is not in the vocabulary."},
};

static bool has_symbol(const lg_example *e, const char *first, const char *last) {
    for (int i = 0; i < e->inputs + e->targets; i++) {
        const char *symbol = i < e->inputs ? e->input_symbols[i] : e->target_symbols[i - e->inputs];
        if (strcmp(symbol, first) >= 0 && strcmp(symbol, last) <= 0) return true;
    }
    return false;
}

static void print_record(void *user, const lg_first_record *x) {
    const lg_example *e = x->example;
    char text[400];
    (void)user;
    cli_title("your file");
    snprintf(text, sizeof text, "the first record of %s, of length %d:", x->file, e->length);
    print_paragraph(text, INDENT);
    print_side("source", e->source_text, e->input_symbols, e->inputs);
    print_side("target", e->target_text, e->target_symbols, e->targets);
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (has_symbol(e, meanings[i].first, meanings[i].last)) print_paragraph(meanings[i].meaning, INDENT);
    snprintf(text, sizeof text, "data: %s", x->description);
    print_paragraph(text, INDENT);
}

/* If the data also needs a test file and the user names none, sets it to the training file. Only the training file is
 * read. */
static int name_test_file(cli *c, lg_config *f, void *user) {
    const char *train = cli_setting_value(&c->args, "data.train");
    (void)user;
    if (!train || cli_setting_value(&c->args, "data.test")) return LG_OK;
    const lg_status status = lg_config_set(f, "data.test", train, LG_DEFAULT, "show");
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

static int show_first(cli *c, lg_config *f, void *user) {
    (void)user;
    const lg_status status = lg_sample_first(f, print_record, NULL);
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

int cli_show_first_record(cli *c, const char *data) {
    const int status = cli_args_name(&c->args, "data", data);
    return status == LG_OK ? cli_config_run(c, name_test_file, show_first, NULL) : status;
}
