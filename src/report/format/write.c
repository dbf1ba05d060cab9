/* write.c: writes the files of a report; see write.h. The index is written along with tables and figures. No file
 * depends on when or where it was made. */
#include "report/format/write.h"

#include <string.h>

#include "api/figure.h"
#include "api/report.h"
#include "base/atomic_file.h"
#include "base/file.h"
#include "base/quote.h"
#include "report/format/leftovers.h"
#include "report/plot/figure.h"

enum { MAX_EMBEDDED = 200 }; /* rows of a table that is embedded in the index */

static void tell_file(const lg_printer *p, const char *file, const char *name, const char *kind) {
    char path[4200];
    snprintf(path, sizeof path, "%s/%s", p->dir, file);
    const lg_report_file f = {path, name, kind, !strcmp(kind, "index") ? p->finding : NULL};
    if (p->each) p->each(p->user, &f);
}

/* ---- tables ---- */

static bool print_format(const lg_printer *p, const lg_table *t, const lg_table_format *format, lg_error *err) {
    lg_atomic_file d;
    char file[128];
    snprintf(file, sizeof file, "tables/%s.%s", t->name, format->ending);
    if (!lg_atomic_file_open(&d, err)) return false;
    bool good = format->write(t, d.to);
    if (!good) lg_fail(err, LG_FAILED, "out of memory: %s", file);
    good = lg_atomic_file_close(&d, good, p->dir, file, err);
    if (good) tell_file(p, file, t->name, "table");
    return good;
}

static void index_table(const lg_printer *p, const lg_table *t) {
    if (t->row_count <= MAX_EMBEDDED) {
        lg_table_write_markdown(t, p->index);
    } else {
        lg_table_write_markdown_head(t, p->index);
        fprintf(p->index, "%zu rows: [tables/%s.md](tables/%s.md)\n", t->row_count, t->name, t->name);
    }
    fprintf(p->index,
            "\nAs [Markdown](tables/%s.md), [LaTeX](tables/%s.tex), [CSV](tables/%s.csv), "
            "[JSON](tables/%s.json).\n\n",
            t->name, t->name, t->name, t->name);
}

static bool print_table(const lg_printer *p, const lg_table_kind *kind, lg_error *err) {
    const lg_table *t = lg_table_make(kind, p->report, err);
    if (!t) return false;
    for (const lg_table_format *f = lg_table_formats; f->ending; f++)
        if (!print_format(p, t, f, err)) return false;
    index_table(p, t);
    return true;
}

/* ---- figures ---- */

/* Draws a figure. A failure of gnuplot is only a warning, because the rest of the report is complete without it. */
static bool draw_figure(lg_printer *p, const lg_figure *f, const char *folder) {
    char script[96];
    if (p->scripts || p->no_gnuplot) return false;
    snprintf(script, sizeof script, "%s.gp", f->name);
    const bool drawn = lg_figure_draw(p->context, folder, script, &p->no_gnuplot) == LG_OK;
    if (!drawn)
        lg_context_say(p->context, LG_WARNING, "%s: %s", p->no_gnuplot ? "no pictures" : "a picture is missing",
                       p->context->error.text);
    lg_context_begin(p->context);
    if (drawn) lg_figure_tell_pictures(f, folder, LG_FIGURE_ALL, p->each, p->user);
    return drawn;
}

static void index_figure(const lg_printer *p, const lg_plot *plot, bool drawn) {
    const char *name = plot->figure.name;
    fputs("## ", p->index), lg_quote_markdown(p->index, plot->figure.title), fputs("\n\n", p->index);
    if (!drawn)
        fprintf(p->index, "Not drawn: `cd figures && gnuplot %s.gp` draws it.\n\n", name);
    else
        fputs("![", p->index), lg_quote_markdown(p->index, plot->figure.title),
            fprintf(p->index, "](figures/%s.svg)\n\n", name);
    lg_quote_markdown(p->index, plot->caption), fputs("\n\n", p->index);
    for (size_t i = 0; i < plot->note_count; i++) {
        fputs("- ", p->index), lg_quote_markdown(p->index, plot->notes[i]), fputc('\n', p->index);
    }
    if (plot->note_count > 0) fputc('\n', p->index);
    if (drawn)
        fprintf(p->index, "As [SVG](figures/%s.svg), [PDF](figures/%s.pdf), [PNG](figures/%s.png); ", name, name, name);
    fprintf(p->index, "[script](figures/%s.gp), data in figures/%s*.csv.\n\n", name, name);
}

static bool print_figure(lg_printer *p, const lg_figure_kind *kind, lg_error *err) {
    const lg_plot *plot = lg_plot_make(kind, p->report, err);
    char folder[4200];
    snprintf(folder, sizeof folder, "%s/figures", p->dir);
    if (!plot || !lg_leftovers_remove_data(folder, plot->figure.name, err) ||
        !lg_figure_write_files(&plot->figure, folder, LG_FIGURE_ALL, p->each, p->user, err))
        return false;
    index_figure(p, plot, draw_figure(p, &plot->figure, folder));
    return true;
}

/* ---- the whole report ---- */

static bool make_folder(const lg_printer *p, const char *name, lg_error *err) {
    char path[4200];
    snprintf(path, sizeof path, "%s/%s", p->dir, name);
    return lg_file_make_directory(path, err);
}

static bool print_items(lg_printer *p, const lg_report_items *items, lg_error *err) {
    if (items->tables[0] && !make_folder(p, "tables", err)) return false;
    if (items->figures[0] && !make_folder(p, "figures", err)) return false;
    for (const lg_table_kind **k = items->tables; *k; k++)
        if (!print_table(p, *k, err)) return false;
    for (const lg_figure_kind **k = items->figures; *k; k++)
        if (!print_figure(p, *k, err)) return false;
    return true;
}

bool lg_print_report(lg_printer *p, const lg_report_items *items, lg_error *err) {
    lg_atomic_file d;
    p->finding = lg_report_finding(p->report);
    if (!p->finding) return lg_fail(err, LG_FAILED, "out of memory: the finding of a report");
    if (!lg_file_make_directory(p->dir, err) || !lg_atomic_file_open(&d, err)) return false;
    p->index = d.to;
    lg_index_begin(p->report, p->finding, d.to);
    bool good = print_items(p, items, err);
    lg_index_end(p->report, items, d.to);
    good = lg_atomic_file_close(&d, good, p->dir, "report.md", err);
    if (good) tell_file(p, "report.md", "report", "index");
    return good && (!p->whole || lg_leftovers_remove(p->report, p->dir, items, err));
}
