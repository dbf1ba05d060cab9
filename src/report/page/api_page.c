/* api_page.c: implements the pages of lengthen.h. A page is built in memory (a few megabytes at most), and its file is
 * replaced atomically. */
#include <stdlib.h>
#include <string.h>

#include "api/report.h"
#include "api/sweep.h"
#include "base/file.h"
#include "base/text_buffer.h"
#include "base/quote.h"
#include "base/text.h"
#include "report/page/page.h"
#include "report/page/page_template.h"
#include "sweep/sweep.h"

/* Writes the part that replaces the mark in the template. */
static bool write_part(const lg_report *r, lg_page_kind kind, const char *figures, FILE *to, lg_error *err) {
    lg_page_pictures pictures;
    if (!lg_page_pictures_read(figures, r->arena, &pictures, err)) return false;
    return kind == LG_PAGE_STATIC ? lg_page_write_static(r, &pictures, to, err)
                                  : lg_page_write_data(r, &pictures, to, err);
}

/* Writes the text up to a mark, which must exist; returns the text after it. */
static const char *write_before(const char *text, const char *mark, FILE *to) {
    const char *at = strstr(text, mark);
    fwrite(text, 1, (size_t)(at - text), to);
    return at + strlen(mark);
}

static bool write_page(const lg_report *r, lg_page_kind kind, const char *figures, FILE *to, lg_error *err) {
    if (kind == LG_PAGE_DATA) return write_part(r, kind, figures, to, err);
    const char *rest = kind == LG_PAGE_STATIC ? lg_page_static_template() : lg_page_template();
    if (kind == LG_PAGE_STATIC) {
        rest = write_before(rest, LG_PAGE_TITLE_MARK, to);
        lg_quote_html(to, *r->manifest->title != '\0' ? r->manifest->title : r->manifest->name);
    }
    rest = write_before(rest, LG_PAGE_DATA_MARK, to);
    if (kind == LG_PAGE_LIVE)
        fputs("\"live\"", to);
    else if (!write_part(r, kind, figures, to, err))
        return false;
    fputs(rest, to);
    return true;
}

/* The current results, with curves. */
static bool read_results(lg_sweep *s, lg_results *out, lg_error *err) {
    if (!s->results.runs && lg_sweep_refresh(s) != LG_OK) return false;
    return lg_sweep_read_results(s, true, out, err);
}

/* The caller frees the page; NULL on failure. */
static char *make_page(lg_sweep *s, lg_page_kind kind, const lg_report_layout *layout, const char *figures,
                       size_t *size, lg_error *err) {
    lg_text_buffer page = {0};
    lg_results results = {0};
    const locale_t before = lg_text_enter_plain(); /* the host program's locale must not change number formats */
    lg_report *r = read_results(s, &results, err) ? lg_report_new(NULL, &results, s->dir, layout, err) : NULL;
    const bool written = r && lg_text_buffer_open(&page) && write_page(r, kind, figures, page.to, err);
    const bool good = lg_text_buffer_close(&page) && written;
    *size = good ? page.size : 0;
    lg_report_free(r);
    lg_results_free(&results);
    lg_text_leave_plain(before);
    if (good) return page.text;
    lg_fail(err, LG_FAILED, "out of memory: the page of a sweep");
    free(page.text);
    return NULL;
}

bool lg_page_has_script(void) {
    return lg_page_template();
}

lg_status lg_page_make(lg_sweep *s, lg_page_kind kind, const lg_report_layout *layout, const char *figures, char **text,
                       size_t *size) {
    lg_error *err = lg_context_begin(s->context);
    const bool scripted = kind == LG_PAGE_FILE || kind == LG_PAGE_LIVE;
    *text = NULL, *size = 0;
    if (scripted && !lg_page_has_script())
        lg_fail_permanent(err, "this library was built without Node.js, so it has no interactive page");
    else
        *text = make_page(s, kind, layout, figures, size, err);
    return err->code;
}

lg_status lg_page_write(lg_sweep *s, const lg_report_layout *layout, const char *figures, const char *path) {
    lg_error *err = lg_context_begin(s->context);
    lg_bytes page = {0};
    const lg_page_kind kind = lg_page_has_script() ? LG_PAGE_FILE : LG_PAGE_STATIC;
    char *text = make_page(s, kind, layout, figures, &page.size, err);
    page.data = text;
    if (text) lg_file_write(path, &page, 1, err);
    free(text);
    return err->code;
}
