/* sweep_file.c: sweep files that come with the program, shown verbatim: they are short, and made to be copied. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/show/show.h"
#include "cli/ui/out.h"
#include "cli/ui/text.h"

enum { LARGEST = (1 << 20) + 1 }; /* with the end of the text: the library reads no longer ones */

/* The file's text; NULL after a message. */
static const char *read_file(const char *path, char text[LARGEST]) {
    FILE *f = fopen(path, "re");
    const size_t size = f ? fread(text, 1, LARGEST - 1, f) : 0;
    const int reason = f && !ferror(f) ? 0 : errno;
    if (f) fclose(f);
    if (reason) return cli_fail(LG_FAILED, "%s: cannot be read: %s", path, strerror(reason)), NULL;
    text[size] = '\0';
    return text;
}

static int show_file(const cli *c, const char *name, const char *summary, const char *path) {
    static char text[LARGEST];
    if (!read_file(path, text)) return LG_FAILED;
    if (!c->json) {
        printf("%ssweeps/%s%s: %s\n\n%s", cli_bold(stdout), name, cli_plain(stdout), path, text);
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

bool cli_show_sweep_file(cli *c, const char *name, int *status) {
    if (!strncmp(name, "sweeps/", 7)) name += 7;
    for (size_t i = 0; i < lg_sweep_file_count(c->context); i++) {
        if (strcmp(lg_sweep_file_name(c->context, i), name)) continue;
        *status = show_file(c, name, lg_sweep_file_summary(c->context, i), lg_sweep_file_path(c->context, i));
        return true;
    }
    return false;
}
