/* page_static.c: the page without a script, for libraries built without Node.js: the same tables, and the figures as
 * images. */
#include <string.h>

#include "api/sweep.h"
#include "base/quote.h"
#include "report/format/table.h"
#include "report/page/page.h"

static void write_element(FILE *to, const char *name, const char *text) {
    if (*text == '\0') return;
    fprintf(to, "<%s>", name);
    lg_quote_html(to, text);
    fprintf(to, "</%s>", name);
}

/* Opens a table cell; text is left-aligned. */
static void open_cell(const lg_table *t, const char *name, size_t column, bool best, FILE *to) {
    const bool words = t->columns[column].words;
    fprintf(to, "<%s", name);
    if (words || best) fprintf(to, " class=\"%s\"", words ? "words" : "best");
    fputc('>', to);
}

static void write_cell(const lg_table *t, size_t row, size_t column, FILE *to) {
    char words[LG_CELL_WORDS];
    open_cell(t, "td", column, lg_table_cell(t, row, column)->best, to);
    lg_quote_html(to, lg_cell_words(t, row, column, words));
    write_element(to, "small", lg_cell_published(t, row, column, words));
    fputs("</td>", to);
}

static void write_row(const lg_table *t, size_t i, FILE *to) {
    if (lg_row_opens_group(t, i)) {
        fprintf(to, "<tr><th scope=\"rowgroup\" colspan=\"%zu\"><b>", t->column_count + 1);
        lg_quote_html(to, t->rows[i].group);
        fputs("</b></th></tr>\n", to);
    }
    fputs("<tr><th scope=\"row\">", to);
    lg_quote_html(to, t->rows[i].label);
    fputs(t->rows[i].order_invariant ? " †</th>" : "</th>", to);
    for (size_t j = 0; j < t->column_count; j++) write_cell(t, i, j, to);
    fputs("</tr>\n", to);
}

static void write_table(const lg_table *t, FILE *to) {
    fputs("<div class=\"grid\"><table><caption>", to);
    lg_quote_html(to, t->title);
    write_element(to, "small", t->caption);
    fputs("</caption>\n<thead><tr><th scope=\"col\">", to);
    lg_quote_html(to, t->corner);
    fputs("</th>", to);
    for (size_t j = 0; j < t->column_count; j++) {
        open_cell(t, "th", j, false, to);
        lg_quote_html(to, t->columns[j].label);
        fputs("</th>", to);
    }
    fputs("</tr></thead>\n<tbody>\n", to);
    for (size_t i = 0; i < t->row_count; i++) write_row(t, i, to);
    fputs("</tbody></table>\n", to);
    for (size_t i = 0; i < t->note_count; i++)
        if (t->notes[i] != t->about) write_element(to, "p", t->notes[i]);
    fputs("</div>\n", to);
}

#define MAX_RUNS 500 /* runs in the table; longer lists are for programs */

static bool write_tables(const lg_report *r, FILE *to, lg_error *err) {
    const lg_table_kind *const *k = lg_report_tables(r, err);
    for (; k && *k; k++) {
        if (!lg_table_suits(*k, r) || (*k == &lg_table_runs && r->manifest->run_count > MAX_RUNS)) continue;
        const lg_table *t = lg_table_make(*k, r, err);
        if (!t) return false;
        write_table(t, to);
    }
    return k;
}

/* As an <img>, so that scripts in the picture cannot run or change the page. */
static void write_picture(const lg_page_picture *p, FILE *to) {
    fputs("<figure><img alt=\"", to);
    lg_quote_html(to, p->title);
    fputs("\" src=\"", to);
    lg_page_write_picture(p, to);
    fputs("\">", to);
    write_element(to, "figcaption", p->title);
    fputs("</figure>\n", to);
}

static bool write_head(const lg_report *r, FILE *to) {
    const char *finding = lg_report_finding(r);
    if (!finding) return false;
    const lg_manifest *m = r->manifest;
    const lg_tally *all = &r->layout->tally;
    write_element(to, "h1", *m->title != '\0' ? m->title : m->name);
    write_element(to, "p", finding);
    write_element(to, "p", m->note);
    fprintf(to, "<p>%zu of %zu runs done, %zu running, %zu failed, %zu diverged", all->state[LG_RUN_DONE], all->planned,
            all->state[LG_RUN_RUNNING], all->state[LG_RUN_FAILED], all->state[LG_RUN_DIVERGED]);
    if (all->state[LG_RUN_STOPPED] > 0) fprintf(to, ", %zu stopped at a rung", all->state[LG_RUN_STOPPED]);
    fputs("; sweep ", to);
    lg_quote_html(to, r->sweep);
    if (*m->checksum != '\0') fprintf(to, ", plan %.8s", m->checksum); /* a collection of runs has no checksum */
    fprintf(to, ", lengthen %s</p>\n", lg_version());
    return true;
}

bool lg_page_write_static(const lg_report *r, const lg_page_pictures *pictures, FILE *to, lg_error *err) {
    if (!write_head(r, to)) return lg_fail(err, LG_FAILED, "out of memory: the finding of a report");
    if (!write_tables(r, to, err)) return false;
    for (size_t i = 0; i < pictures->count; i++) write_picture(&pictures->list[i], to);
    return true;
}
