/* sweep_file.c: sweep files that come with the program, shown verbatim: they are short, and made to be copied. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/show/show.h"
#include "cli/ui/out.h"
#include "cli/ui/text.h"

#define FILE_MAX ((size_t)1 << 20) /* bytes, as of other config files */

static int show_text(const cli *c, const char *name, const char *summary, const char *path, const char *text) {
    if (!c->json) {
        printf("%ssweeps/", cli_bold(stdout)), cli_out_print(name, ""), printf("%s: ", cli_plain(stdout));
        cli_out_print(path, ""), printf("\n\n"), cli_out_data(text, "\n\t");
        return LG_OK;
    }
    json_t *o = cli_out_object("lengthen.sweep_file/1");
    cli_out_text(o, "name", name);
    cli_out_text(o, "summary", summary);
    cli_out_text(o, "path", path);
    cli_out_text(o, "text", text);
    cli_out_line(o);
    return LG_OK;
}

static int show_file(cli *c, const char *name, const char *summary, const char *path) {
    char *text;
    size_t size;
    int status = lg_read_file(c->context, path, FILE_MAX, &text, &size);
    status = status == LG_OK ? show_text(c, name, summary, path, text) : cli_fail_library(c, status);
    free(text);
    return status;
}

bool cli_show_sweep_file(cli *c, const char *name, int *status) {
    if (!strncmp(name, "sweeps/", 7)) name += 7;
    for (size_t i = 0; i < lg_sweep_file_count(c->context); i++) {
        if (strcmp(lg_sweep_file_name(c->context, i), name)) continue;
        *status = show_file(c, name, lg_sweep_file_summary(c->context, i), lg_sweep_file_path(c->context, i));
        return true;
    }
    return false;
}
