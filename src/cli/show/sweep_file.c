/* sweep_file.c: prints a sweep file that comes with the program verbatim, because users copy these files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/show/show.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"
#include "cli/ui/text.h"

#define FILE_MAX ((size_t)1 << 20) /* limit in bytes, as for other config files */

typedef struct row {
    const char *name, *summary, *path;
    char *text;
} row;
static const lg_member members[] = {
    LG_MEMBER(row, name, "name", "name, as an argument of `sweep plan` and `sweep run`"),
    LG_MEMBER(row, summary, "summary", "one-line description"),
    LG_MEMBER(row, path, "path", "path of the file"),
    LG_MEMBER(row, text, "text", "text of the file"),
    {0},
};
const lg_schema cli_schema_sweep_file = {
    .name = "lengthen.sweep_file/1",
    .about = "`show` of a built-in sweep file.",
    .members = members,
};

static int show_file(cli *c, row r) {
    size_t size;
    const lg_status status = lg_read_file(c->context, r.path, FILE_MAX, &r.text, &size);
    if (status != LG_OK) return cli_fail_library(c, status);
    cli_row_put(&cli_schema_sweep_file, &r);
    if (!c->json) {
        printf("%ssweeps/", cli_bold(stdout)), cli_out_print(r.name, ""), printf("%s: ", cli_plain(stdout));
        cli_out_print(r.path, ""), printf("\n\n"), cli_out_data(r.text, "\n\t");
    }
    free(r.text);
    return LG_OK;
}

bool cli_show_sweep_file(cli *c, const char *name, int *status) {
    if (!strncmp(name, "sweeps/", 7)) name += 7;
    for (size_t i = 0; i < lg_sweep_file_count(c->context); i++) {
        if (strcmp(lg_sweep_file_name(c->context, i), name)) continue;
        *status = show_file(c, (row){name, lg_sweep_file_summary(c->context, i), lg_sweep_file_path(c->context, i), 0});
        return true;
    }
    return false;
}
