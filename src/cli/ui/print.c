/* print.c: prints rows and tables in the format of --format. */
#include "cli/ui/print.h"

#include <string.h>

#include "cli/ui/out.h"
#include "cli/ui/text.h"

typedef enum format { TABLE, JSON, CSV, MARKDOWN, LATEX, FORMATS } format;

/* Global state, because there is one stdout. */
static format asked;
static const lg_schema *data; /* the schema of CSV rows */
static bool headed;           /* the CSV header is written */

/* ---- format ---- */

int cli_format_read(cli *c) {
    static const char *const names[] = {"table", "json", "csv", "markdown", "latex"};
    const char *given = cli_flag_value(&c->args, "format");
    const bool json = cli_flag_on(&c->args, "json");
    const cli_command *command = c->args.command;
    asked = json ? JSON : TABLE;
    for (int i = 0; given && i < FORMATS; i++)
        if (!strcmp(given, names[i])) asked = (format)i;
    if (given && strcmp(given, names[asked]))
        return cli_fail(LG_USAGE, "--format %s: expected table, json, csv, markdown or latex", given);
    if (json && asked != JSON)
        return cli_fail(LG_USAGE, "--json and --format %s contradict each other; give one of them", given);
    if (asked > JSON && !command->tabular)
        return cli_fail(LG_USAGE,
                        "--format %s: %s prints no table; expected --format json (`lengthen runs FOLDER --format csv` "
                        "prints the scores of the runs in a folder, such as that of a sweep)",
                        given, command->name);
    data = command->schemas ? command->schemas[0] : NULL;
    c->json = asked == JSON || asked == CSV;
    return LG_OK;
}

bool cli_is_table(void) {
    return asked != JSON && asked != CSV;
}

bool cli_is_plain(void) {
    return asked == TABLE;
}

/* ---- rows ---- */

static void check(bool written) {
    if (!written && !cli_out_write_failed()) cli_out_lose();
}

void cli_row_put(const lg_schema *schema, const void *row) {
    if (!schema->name) return; /* a schema for tables only */
    if (asked == JSON) {
        check(lg_row_write_json(schema, row, stdout));
        cli_out_flush();
    }
    if (asked != CSV || schema != data) return;
    if (!headed) check(lg_row_write_csv_head(schema, row, stdout));
    headed = true;
    check(lg_row_write_csv(schema, row, stdout));
    cli_out_flush();
}

void cli_csv_choose(const lg_schema *schema) {
    data = schema;
}

void cli_format_end(void) {
    if (asked == CSV && data && !headed) check(lg_row_write_csv_head(data, NULL, stdout));
}

cli_rows cli_rows_begin(const lg_schema *schema) {
    return (cli_rows){.schema = schema};
}

void cli_rows_put(cli_rows *r, const void *row) {
    if (cli_is_table() && !r->sheet) r->sheet = lg_rows_sheet(r->schema, row);
    if (r->sheet)
        lg_rows_add(r->sheet, r->schema, row);
    else
        cli_row_put(r->schema, row);
}

void cli_rows_end(cli_rows *r, int status) {
    if (status == LG_OK && cli_is_table())
        cli_sheet_print(r->sheet ? r->sheet : lg_rows_sheet(r->schema, NULL), stdout);
    else
        lg_sheet_free(r->sheet);
    r->sheet = NULL;
}

/* ---- tables ---- */

void cli_sheet_print(lg_sheet *s, FILE *to) {
    static const lg_sheet_form forms[] = {[MARKDOWN] = LG_SHEET_MARKDOWN, [LATEX] = LG_SHEET_LATEX};
    const lg_sheet_form plain = *cli_bold(to) ? LG_SHEET_BOLD : LG_SHEET_PLAIN;
    check(lg_sheet_write(s, asked >= MARKDOWN ? forms[asked] : plain, to));
    lg_sheet_free(s);
}

void cli_legend(const char *text) {
    if (asked == TABLE)
        cli_text_wrap(stdout, text, 0, 0, cli_columns(stdout));
    else if (asked == MARKDOWN)
        putchar('\n'), cli_out_print(text, "\n"), putchar('\n');
    else if (asked == LATEX)
        cli_out_say("%% %s", text);
}

void cli_heading(const char *text) {
    cli_legend(text);
    if (asked == MARKDOWN) putchar('\n'); /* separates the paragraph from the table below */
}

void cli_line(void) {
    if (cli_is_table()) putchar('\n');
}

/* ---- files ---- */

typedef struct file {
    const char *path;
} file;
static const lg_member file_members[] = {
    LG_MEMBER(file, path, "path", "path of the file"),
    {0},
};
const lg_schema cli_schema_file = {
    .name = "lengthen.file/1",
    .about =
        "`inspect probe`, `--npy` of `inspect` and `analyze`, `sweep export` and `sweep results`: one row per file "
        "that was written.",
    .members = file_members,
};

void cli_file_put(const char *path) {
    cli_row_put(&cli_schema_file, &(file){path});
}
