/* claims_page.c: all claims as a page in Markdown and in HTML: counts, a table for each source, and the rules. The two
 * pages have the same rows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/quote.h"
#include "base/text_buffer.h"
#include "config/context.h"
#include "report/claim/claims.h"
#include "report/page/page_template.h"

enum { LINE = 110 }; /* columns of prose in Markdown */

typedef struct writer {
    FILE *to;
    bool html;
} writer;

static void put_text(const writer *w, const char *text) {
    (w->html ? lg_quote_html : lg_quote_markdown)(w->to, text);
}

/* Writes our own prose, which is Markdown: wrapped, or converted to HTML with <code>. */
static void put_prose(const writer *w, const char *text) {
    size_t column = 0;
    bool code = false;
    for (const char *word = text, *next; *word; word = next) {
        const size_t size = strcspn(word, " ");
        next = word + size + strspn(word + size, " ");
        const char *gap = word == text ? "" : column + size > LINE ? "\n  " : " ";
        column = *gap == '\n' ? size + 2 : column + size + 1;
        fputs(w->html && *gap != '\0' ? " " : gap, w->to);
        for (size_t i = 0; i < size; i++) {
            if (w->html && word[i] == '`')
                fputs((code = !code) ? "<code>" : "</code>", w->to);
            else
                fputc(word[i], w->to);
        }
    }
}

static void put_paragraph(const writer *w, const char *text) {
    fputs(w->html ? "<p>" : "", w->to), put_prose(w, text), fputs(w->html ? "</p>\n" : "\n\n", w->to);
}

/* Writes a heading with text from a claim's file. */
static void put_heading(const writer *w, int level, const char *text) {
    if (w->html)
        fprintf(w->to, "<h%d>", level), put_text(w, text), fprintf(w->to, "</h%d>\n", level);
    else
        fprintf(w->to, "%.*s ", level, "####"), put_text(w, text), fputs("\n\n", w->to);
}

static void open_row(const writer *w) {
    fputs(w->html ? "<tr>" : "|", w->to);
}

/* Writes an anchor, so that documents can link to a claim: doc/claims.md#nope-best. Writes none for a name with
 * characters other than letters, digits, - and _. */
static void put_anchor(const writer *w, const char *name) {
    if (name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")] == '\0')
        fprintf(w->to, "<a id=\"%s\"></a>", name);
}

/* number: the text needs no quoting in Markdown, and its lines do not wrap in HTML. */
static void put_cell(const writer *w, const char *tag, const char *text, bool number) {
    if (w->html)
        fprintf(w->to, "<%s class=\"words\"%s>", tag, number ? "" : " style=\"white-space: normal\""),
            put_text(w, text), fprintf(w->to, "</%s>", tag);
    else if (number)
        fprintf(w->to, " %s |", text);
    else
        fputc(' ', w->to), put_text(w, text), fputs(" |", w->to);
}

static void close_row(const writer *w) {
    fputs(w->html ? "</tr>\n" : "\n", w->to);
}

/* ---- rows ---- */

enum { CLAIM, VERDICT, EFFECT, BY_TASK, BY_SEED, COUNT, P, EXCEPTION, OPEN, COLUMNS, CELL = 1200 };
static const char *const headings[COLUMNS] = {"claim",           "verdict",       "effect", "95 % over tasks",
                                              "95 % over seeds", "tasks x seeds", "p",      "tasks against",
                                              "would decide"};

/* Writes an interval, with a star if it decides. */
static void write_interval(double low, double high, int digits, bool decides, char out[CELL]) {
    if (!isnan(low)) snprintf(out, CELL, "%.*f to %.*f%s", digits, low, digits, high, decides ? "*" : "");
}

static void write_numbers(const lg_claim_result *r, int digits, char out[COLUMNS][CELL]) {
    const bool task = !strcmp(r->units, "task");
    if (isnan(r->effect)) return;
    snprintf(out[EFFECT], CELL, "%.*f%s%s", digits, r->effect, *r->unit == '\0' ? "" : " ", r->unit);
    write_interval(r->task_low, r->task_high, digits, task, out[BY_TASK]);
    write_interval(r->seed_low, r->seed_high, digits, !task, out[BY_SEED]);
    snprintf(out[COUNT], CELL, "%zu x %zu", r->tasks, r->seeds);
    if (!isnan(r->corrected)) snprintf(out[P], CELL, "%.2g", r->corrected);
}

/* The table or figure in the paper, with the comma before it: ", table 1"; or "". */
static const char *place_of(const lg_claim_result *r) {
    const char *place = strchr(r->source, ',');
    return place ? place : "";
}

/* Writes the reason why there is no verdict, then what would decide. Omits the reason if the rules on the page explain
 * it for all such claims. */
static void write_open(const lg_claim_item *item, char out[CELL]) {
    const lg_claim_result *r = &item->result;
    const lg_undecided open = item->measured.made[item->measured.worst].ruling.open;
    const char *why = open == LG_OPEN_INTERVAL ? "" : open == LG_OPEN_P ? "p is too large" : r->why;
    snprintf(out, CELL, "%s%s%s", why, *why == '\0' || *r->decides == '\0' ? "" : "; ", r->decides);
}

static void write_row(const writer *w, const lg_claim_item *item) {
    const lg_claim_result *r = &item->result;
    const bool plain = item->claim.kind == LG_CLAIM_DIFFERENCE;
    char cells[COLUMNS][CELL] = {""};
    snprintf(cells[CLAIM], CELL, "%s (%s%s)", r->claim, r->name, place_of(r));
    snprintf(cells[VERDICT], CELL, "%s", r->verdict);
    write_numbers(r, plain ? item->measured.metric.digits : 2, cells);
    if (*r->exception != '\0' && r->tasks > 1)
        snprintf(cells[EXCEPTION], CELL, "%zu of %zu: %s", r->against, r->tasks, r->exception);
    if (item->measured.measured && r->status == LG_CLAIM_UNDECIDED) write_open(item, cells[OPEN]);
    open_row(w);
    fputs(w->html ? "<td class=\"words\" style=\"white-space: normal\">" : " ", w->to);
    put_anchor(w, r->name), put_text(w, cells[CLAIM]);
    fputs(w->html ? "</td>" : " |", w->to);
    for (int i = VERDICT; i < COLUMNS; i++) put_cell(w, "td", cells[i], i >= EFFECT && i <= P);
    close_row(w);
}

static void open_table(const writer *w) {
    if (w->html) fputs("<div class=\"grid\"><table><thead>", w->to);
    open_row(w);
    for (int i = 0; i < COLUMNS; i++) put_cell(w, "th", headings[i], true);
    close_row(w);
    if (w->html) {
        fputs("</thead><tbody>\n", w->to);
        return;
    }
    for (int i = 0; i < COLUMNS; i++) fputs(i == 0 ? "|---|" : "---|", w->to);
    fputc('\n', w->to);
}

/* The length of the paper's name, without a table or figure after a comma. */
static size_t paper_size(const char *source) {
    return strcspn(source, ",");
}

static bool same_paper(const lg_claims *x, size_t i, size_t k) {
    const char *a = x->items[i].result.source, *b = x->items[k].result.source;
    return paper_size(a) == paper_size(b) && !strncmp(a, b, paper_size(a));
}

static bool is_first_of_paper(const lg_claims *x, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (same_paper(x, k, i)) return false;
    return true;
}

/* The first claim of the paper, from index `from` on, with this value of `measured`; x->count: there is none. */
static size_t next_of_paper(const lg_claims *x, size_t paper, size_t from, bool measured) {
    while (from < x->count && (!same_paper(x, paper, from) || x->items[from].measured.measured != measured)) from++;
    return from;
}

static void write_measured(const writer *w, const lg_claims *x, size_t paper) {
    size_t i = next_of_paper(x, paper, paper, true);
    if (i == x->count) return;
    open_table(w);
    for (; i < x->count; i = next_of_paper(x, paper, i + 1, true)) write_row(w, &x->items[i]);
    fputs(w->html ? "</tbody></table></div>\n" : "\n", w->to);
}

/* Claims without runs, as a list. */
static void write_missing(const writer *w, const lg_claims *x, size_t paper) {
    size_t i = next_of_paper(x, paper, paper, false);
    if (i == x->count) return;
    put_paragraph(w, "Not measured:");
    fputs(w->html ? "<ul>\n" : "", w->to);
    for (; i < x->count; i = next_of_paper(x, paper, i + 1, false)) {
        const lg_claim_result *r = &x->items[i].result;
        fputs(w->html ? "<li>" : "- ", w->to), put_anchor(w, r->name);
        fputs(w->html ? "" : "\n  ", w->to), put_text(w, r->claim);
        fputs(w->html ? " (" : "\n  (", w->to), put_text(w, r->name), put_text(w, place_of(r));
        fputs(w->html ? "): " : ").\n  Would decide: ", w->to), put_text(w, r->decides);
        fputs(w->html ? "</li>\n" : "\n", w->to);
    }
    fputs(w->html ? "</ul>\n" : "\n", w->to);
}

/* Iterates over papers by name. Returns the first claim of the next paper after the paper of claim `after`. If `after`
 * is x->count, returns the first claim of the first paper. Returns x->count at the end. */
static size_t next_paper(const lg_claims *x, size_t after) {
    size_t next = x->count;
    for (size_t i = 0; i < x->count; i++) {
        const char *source = x->items[i].result.source;
        if (!is_first_of_paper(x, i)) continue;
        if (after < x->count && strcmp(source, x->items[after].result.source) <= 0) continue;
        if (next == x->count || strcmp(source, x->items[next].result.source) < 0) next = i;
    }
    return next;
}

static void write_paper(const writer *w, const lg_claims *x, size_t first) {
    char name[256];
    const char *source = x->items[first].result.source;
    snprintf(name, sizeof name, "%.*s", (int)(paper_size(source) < sizeof name ? paper_size(source) : 0), source);
    put_heading(w, 2, *name == '\0' ? "No source" : name);
    write_measured(w, x, first);
    write_missing(w, x, first);
}

/* ---- notes ---- */

/* A note may have several parts, with "; " between them. */
static size_t part_size(const char *note) {
    const char *end = strstr(note, "; ");
    return end ? (size_t)(end - note) : strlen(note);
}

static const char *next_part(const char *note) {
    const char *end = note + part_size(note);
    return *end == '\0' ? end : end + strlen("; ");
}

static bool has_part(const char *note, const char *part) {
    const size_t size = part_size(part);
    for (; *note; note = next_part(note))
        if (part_size(note) == size && !strncmp(note, part, size)) return true;
    return false;
}

static bool is_first_note(const lg_claims *x, size_t i, const char *part) {
    for (size_t k = 0; k < i; k++)
        if (has_part(x->items[k].result.note, part)) return false;
    return true;
}

/* Writes one part of a note with the names of the claims that have it, or with their number if there are many. */
static void write_note(const writer *w, const lg_claims *x, const char *part) {
    enum { MANY = 6 };
    char text[CELL];
    size_t count = 0;
    for (size_t i = 0; i < x->count; i++) count += has_part(x->items[i].result.note, part);
    fputs(w->html ? "<li>" : "- ", w->to);
    snprintf(text, CELL, "%zu claims", count);
    if (count > MANY) fputs(text, w->to);
    for (size_t i = 0, named = 0; i < x->count && count <= MANY; i++)
        if (has_part(x->items[i].result.note, part))
            fputs(named++ > 0 ? ", " : "", w->to), put_text(w, x->items[i].result.name);
    snprintf(text, CELL, "%.*s", (int)(part_size(part) < CELL ? part_size(part) : CELL), part);
    fputs(w->html ? ": " : ":\n  ", w->to), put_text(w, text), fputs(w->html ? "</li>\n" : "\n", w->to);
}

static void write_notes(const writer *w, const lg_claims *x) {
    bool open = false;
    for (size_t i = 0; i < x->count; i++)
        for (const char *part = x->items[i].result.note; *part; part = next_part(part)) {
            if (!is_first_note(x, i, part)) continue;
            if (!open) put_heading(w, 2, "Notes"), fputs(w->html ? "<ul>\n" : "", w->to);
            open = true, write_note(w, x, part);
        }
    if (open) fputs(w->html ? "</ul>\n" : "\n", w->to);
}

/* ---- the page ---- */

static void write_counts(const writer *w, const lg_claims *x) {
    static const struct {
        int status;
        const char *words;
    } kinds[] = {{LG_CLAIM_HOLDS, "hold"},
                 {LG_CLAIM_REFUTED, "refuted at this size"},
                 {LG_CLAIM_UNDECIDED, "undecided"},
                 {LG_CLAIM_NOT_MEASURED, "not measured"}};
    char text[256];
    size_t at = (size_t)snprintf(text, sizeof text, "%zu claim%s: ", x->count, x->count == 1 ? "" : "s");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        size_t count = 0;
        for (size_t i = 0; i < x->count; i++) count += x->items[i].result.status == kinds[k].status;
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%zu %s", k > 0 ? ", " : "", count, kinds[k].words);
    }
    snprintf(text + at, sizeof text - at, ".");
    put_paragraph(w, text);
}

static void write_rules(const writer *w) {
    put_heading(w, 2, "Rules");
    fputs(w->html ? "<ul>\n" : "", w->to);
    for (int i = 0; lg_verdict_rules[i]; i++) {
        fputs(w->html ? "<li>" : "- ", w->to);
        put_prose(w, lg_verdict_rules[i]);
        fputs(w->html ? "</li>\n" : "\n", w->to);
    }
    fputs(w->html ? "</ul>\n" : "", w->to);
}

static void write_page(const writer *w, const lg_claims *x) {
    put_heading(w, 1, "Claims");
    put_paragraph(
        w, "`lengthen claim --all` writes this page from claims/*.yaml and kept runs. Each claim is a file, and the "
           "rules below turn its runs into a verdict.");
    write_counts(w, x);
    put_paragraph(w,
                  "The effect is a - b as the file defines a and b, or a / b in \"times\", or a rank correlation. A "
                  "star marks the interval that decides. p is corrected within the claim's family. The column \"tasks "
                  "against\" counts the tasks whose own effect is on the other side and names the task with the "
                  "largest such effect.");
    for (size_t i = next_paper(x, x->count); i < x->count; i = next_paper(x, i)) write_paper(w, x, i);
    write_notes(w, x);
    write_rules(w);
}

/* Writes the text up to a mark, which must exist; returns the text after it. */
static const char *write_before(const char *text, const char *mark, FILE *to) {
    const char *at = strstr(text, mark);
    fwrite(text, 1, (size_t)(at - text), to);
    return at + strlen(mark);
}

static bool write_file(const lg_claims *x, const char *path, bool html, lg_error *err) {
    lg_text_buffer page;
    const char *rest = lg_page_static_template();
    const bool open = lg_text_buffer_open(&page);
    const writer w = {page.to, html};
    if (open && html) rest = write_before(rest, LG_PAGE_TITLE_MARK, page.to), fputs("Claims", page.to);
    if (open && html) rest = write_before(rest, LG_PAGE_DATA_MARK, page.to);
    if (open) write_page(&w, x);
    if (open && html) fputs(rest, page.to);
    const bool whole = lg_text_buffer_close(&page);
    const bool good = whole ? lg_file_write_user(path, &(lg_bytes){page.text, page.size}, 1, false, err)
                            : lg_fail(err, LG_FAILED, "out of memory: %s", path);
    free(page.text);
    return good;
}

lg_status lg_claims_write(lg_context *c, const lg_claims *x, const char *path, char **html) {
    lg_error *err = lg_context_begin(c);
    const char *dot = strrchr(path, '.');
    const size_t stem = dot && !strchr(dot, '/') ? (size_t)(dot - path) : strlen(path);
    *html = malloc(stem + sizeof ".html");
    if (!*html) return lg_fail(err, LG_FAILED, "out of memory: %s", path), err->code;
    sprintf(*html, "%.*s.html", (int)stem, path);
    if (!write_file(x, path, false, err) || !write_file(x, *html, true, err)) free(*html), *html = NULL;
    return err->code;
}
