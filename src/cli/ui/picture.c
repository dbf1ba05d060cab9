/* picture.c: see picture.h. */
#include "cli/ui/picture.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

const char *const cli_picture_colours[CLI_PICTURE_COLOURS] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                              "#E69F00", "#56B4E9", "#000000"};

/* Output formats by ending: gnuplot's terminal, its unit of length and what a picture's unit is in it. */
static const struct cli_picture_format {
    const char *ending, *terminal, *unit, *style;
    double scale, size;
} formats[] = {
    {".svg", "svg", "", "background '#ffffff'", 1, 15},
    {".png", "pngcairo", "", "fontscale 2 linewidth 2 pointscale 2 background '#ffffff'", 2, 12},
    {".pdf", "pdfcairo", "in", "background '#ffffff'", 0.01, 11},
};
typedef struct cli_picture_format format;

static const format *format_of(const char *path) {
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(dot, formats[i].ending)) return &formats[i];
    return NULL;
}

/* Would it end a line? Every byte of a letter beyond ASCII is above all of these. */
static bool is_control(char c) {
    return (unsigned char)c < ' ' || c == 0x7f;
}

static bool has_control(const char *text) {
    while (*text && !is_control(*text)) text++;
    return *text;
}

static bool split_path(const char *path, cli_picture *f) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    int stem = (int)(strrchr(name, '.') - name), folder = slash ? (int)(slash - path) + (slash == path) : 1;
    if (stem < 1 || has_control(name) || strlen(name) >= sizeof f->figure || folder >= (int)sizeof f->folder)
        return false;
    snprintf(f->folder, sizeof f->folder, "%.*s", folder, slash ? path : ".");
    snprintf(f->figure, sizeof f->figure, "%s", name);
    snprintf(f->script, sizeof f->script, "%.*s.gp", stem, name);
    snprintf(f->data, sizeof f->data, "%.*s.csv", stem, name);
    return true;
}

int cli_picture_init(cli_picture *p, const char *path) {
    const format *f = format_of(path);
    if (!f) return cli_fail(LG_USAGE, "--figure %s: the name must end in .svg, .png or .pdf", path);
    *p = (cli_picture){.path = path, .format = f, .size = f->size, .width = 880, .height = 500};
    if (!split_path(path, p)) return cli_fail(LG_USAGE, "--figure %s: this is no file name", path);
    return cli_check_folder("figure", path);
}

FILE *cli_picture_open(const cli_picture *p, const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", p->folder, name);
    FILE *file = fopen(path, "w");
    if (!file) cli_fail(cli_path_status(), "cannot write %s: %s", path, strerror(errno));
    return file;
}

int cli_picture_close(FILE *file, const cli_picture *p, const char *name) {
    bool failed = ferror(file);
    if (fclose(file)) failed = true;
    return failed ? cli_fail(LG_FAILED, "cannot write %s/%s: %s", p->folder, name, strerror(errno)) : LG_OK;
}

void cli_picture_cell(FILE *to, const char *text) {
    if (!strpbrk(text, ",\"\n")) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text; text++) fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', to);
}

void cli_picture_quoted(FILE *to, const char *text) {
    fputc('\'', to);
    for (; *text; text++) fprintf(to, *text == '\'' ? "''" : "%c", is_control(*text) ? ' ' : *text);
    fputc('\'', to);
}

/* gnuplot takes a first "|" or "<" for a command to run, and other signs for what is no file: a folder before it tells
 * that it is one. */
void cli_picture_name(FILE *to, const char *name) {
    char path[300];
    const bool means_nothing = isalnum((unsigned char)*name) || (unsigned char)*name >= 0x80 || strchr("_.", *name);
    snprintf(path, sizeof path, "%s%s", means_nothing ? "" : "./", name);
    cli_picture_quoted(to, path);
}

/* As one word of a shell, within gnuplot's single quotes. */
static void quote_word(FILE *to, const char *text) {
    fputs("''", to);
    for (; *text; text++)
        if (*text == '\'')
            fputs("''\"''\"''", to); /* the shell's '"'"' */
        else
            fputc(*text, to);
    fputs("''", to);
}

/* gnuplot cannot set how its images are enlarged: the script adds it. */
static void write_output(FILE *to, const cli_picture *p) {
    fputs("set output ", to);
    if (p->cells && !strcmp(p->format->terminal, "svg")) {
        fputs("'| sed \"s/<image /<image style=''image-rendering:pixelated'' /\" > ", to);
        quote_word(to, p->figure);
        fputs("'", to);
    } else {
        cli_picture_name(to, p->figure);
    }
}

void cli_picture_begin(FILE *to, const cli_picture *p, const char *what) {
    const format *f = p->format;
    fprintf(to, "# %s. Make the picture again, in this folder: gnuplot %s\n", what, p->script);
    fprintf(to, "set encoding utf8\nset terminal %s size %g%s,%g%s %s", f->terminal, f->scale * p->width, f->unit,
            f->scale * p->height, f->unit, f->style);
    fprintf(to, " font 'sans-serif,%g'\n", p->size);
    write_output(to, p);
    fprintf(to, "\nset datafile separator comma\nset key off\n");
}

/* gnuplot waits for a program that it writes to at `unset output`, and not at its own end. */
void cli_picture_end(FILE *to) {
    fputs("unset multiplot\nunset output\n", to);
}

void cli_picture_page(FILE *to, const cli_picture *p, const char *what, size_t right) {
    cli_picture_begin(to, p, what);
    fprintf(to, "set lmargin 8\nset bmargin 3.6\nset tmargin 5\nset rmargin %zu\n", right);
    fprintf(to, "set border 3 lw 1 lc rgb '#9a9a9a'\nset tics nomirror out scale 0.6 textcolor rgb '#444444'\n");
    fprintf(to, "set grid ytics lt 1 lw 0.7 lc rgb '#e4e4e4'\n");
}

void cli_picture_titles(FILE *to, const cli_picture *p, const char *title, const char *below) {
    fprintf(to, "set label 1 ");
    cli_picture_quoted(to, title);
    fprintf(to, " at graph 0, graph 1 offset 0,3.1 font ',%g' noenhanced\n", 1.25 * p->size);
    fprintf(to, "set label 2 ");
    cli_picture_quoted(to, below);
    fprintf(to, " at graph 0, graph 1 offset 0,1.75 font ',%g' textcolor rgb '#666666'\n", 0.87 * p->size);
}

int cli_picture_draw(cli *c, const cli_picture *p) {
    fflush(NULL);
    const lg_status status = lg_gnuplot(c->context, p->folder, p->script);
    if (status != LG_OK) return cli_fail_library(c, status);
    cli_note(c, "wrote %s (beside it: %s, %s)", p->path, p->script, p->data);
    return LG_OK;
}
