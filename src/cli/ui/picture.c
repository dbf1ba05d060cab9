/* picture.c: checks and writes the files that --figure names. */
#include "cli/ui/picture.h"

#include <stdio.h>
#include <string.h>

static int format_of(const char *path) {
    static const char *const endings[] = {".svg", ".pdf", ".png"};
    static const int formats[] = {LG_FIGURE_SVG, LG_FIGURE_PDF, LG_FIGURE_PNG};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (!strcmp(dot, endings[i])) return formats[i];
    return 0;
}

static bool split_path(const char *path, cli_picture *p) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const int stem = (int)(strrchr(name, '.') - name), folder = slash ? (int)(slash - path) + (slash == path) : 1;
    if (stem < 1 || lg_text_has_control(name, "") || strlen(name) >= sizeof p->name || folder >= (int)sizeof p->folder)
        return false;
    snprintf(p->folder, sizeof p->folder, "%.*s", folder, slash ? path : ".");
    snprintf(p->name, sizeof p->name, "%.*s", stem, name);
    return true;
}

int cli_picture_init(cli_picture *p, const char *path) {
    *p = (cli_picture){.path = path, .format = format_of(path)};
    if (!p->format) return cli_fail(LG_USAGE, "--figure %s: the name must end in .svg, .png or .pdf", path);
    if (!split_path(path, p)) return cli_fail(LG_USAGE, "--figure %s: this is not a file name", path);
    return cli_check_folder("figure", path);
}

int cli_picture_draw(cli *c, const cli_picture *p, lg_figure *f) {
    f->name = p->name;
    f->one_file = true;
    fflush(NULL);
    const lg_status status = lg_figure_write(c->context, f, p->folder, p->format, NULL, NULL);
    if (status != LG_OK) return cli_fail_library(c, status);
    cli_note(c, "wrote %s (beside it: %s.gp, %s.csv)", p->path, p->name, p->name);
    return LG_OK;
}
