/* row_csv.c: writes a row as a line of CSV. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_buffer.h"
#include "base/quote.h"
#include "base/text.h"
#include "output/member.h"

#define END "\r\n"

/* A line being written, and the prefix of its column names. */
typedef struct line {
    FILE *to;
    bool head, any, failed;
    char prefix[128];
} line;

static void begin_cell(line *l) {
    if (l->any) fputc(',', l->to);
    l->any = true;
}

static void put_name(line *l, const char *name) {
    char full[256];
    snprintf(full, sizeof full, "%s%s", l->prefix, name);
    begin_cell(l);
    lg_quote_csv(l->to, full);
}

static void put_text(line *l, const char *text) {
    begin_cell(l);
    lg_quote_csv(l->to, text);
}

static void put_real(line *l, double x) {
    char digits[LG_REAL_TEXT] = "";
    if (isfinite(x)) lg_real_text(x, digits);
    begin_cell(l);
    fputs(digits, l->to);
}

static void put_int(line *l, int64_t x) {
    begin_cell(l);
    fprintf(l->to, "%" PRId64, x);
}

static void print_item(const lg_member *m, const void *first, size_t i, FILE *to) {
    char digits[LG_REAL_TEXT];
    const char *text = m->type == LG_MEMBER_TEXTS ? ((const char *const *)first)[i] : NULL;
    const double x = m->type == LG_MEMBER_REALS ? ((const double *)first)[i] : 0;
    switch (m->type) {
    case LG_MEMBER_TEXTS: fputs(text ? text : "", to); break;
    case LG_MEMBER_INTS: fprintf(to, "%d", ((const int *)first)[i]); break;
    case LG_MEMBER_SIZES: fprintf(to, "%zu", ((const size_t *)first)[i]); break;
    default: lg_real_text(x, digits), fputs(isfinite(x) ? digits : "null", to);
    }
}

/* A list, such as 1 2 3. Lists of numbers are written unchanged, although lg_quote_csv escapes texts that begin with
 * "-". */
static void put_list(line *l, const lg_member *m, const void *row) {
    lg_text_buffer list;
    const void *first = lg_member_first(m, row);
    const size_t count = lg_text_buffer_open(&list) ? lg_member_count(m, row) : 0;
    for (size_t i = 0; i < count; i++) {
        if (i > 0) fputc(' ', list.to);
        print_item(m, first, i, list.to);
    }
    l->failed |= !lg_text_buffer_close(&list);
    if (m->type == LG_MEMBER_TEXTS)
        put_text(l, list.text);
    else
        begin_cell(l), fputs(list.text ? list.text : "", l->to);
    free(list.text);
}

static void put_members(line *l, const lg_schema *s, const void *row, bool there);

static void put_inner(line *l, const lg_member *m, const void *row, bool there) {
    const size_t before = strlen(l->prefix);
    if (m->name) snprintf(l->prefix + before, sizeof l->prefix - before, "%s.", m->name);
    const lg_named_text *texts = row ? lg_member_first(m, row) : NULL;
    const lg_named_real *numbers = row ? lg_member_first(m, row) : NULL;
    const size_t count = m->type == LG_MEMBER_ROW || !row ? 0 : lg_member_count(m, row);
    for (size_t i = 0; i < count; i++) {
        if (l->head)
            put_name(l, m->type == LG_MEMBER_PAIRS ? texts[i].name : numbers[i].name);
        else if (m->type == LG_MEMBER_PAIRS)
            put_text(l, there && !texts[i].absent ? texts[i].text : "");
        else
            put_real(l, there && !numbers[i].absent ? numbers[i].value : (double)NAN);
    }
    if (m->type == LG_MEMBER_ROW) put_members(l, m->row, row ? lg_member_of(m, row) : NULL, there);
    l->prefix[before] = '\0';
}

static void put_value(line *l, const lg_member *m, const void *row) {
    switch (m->type) {
    case LG_MEMBER_TEXT:
    case LG_MEMBER_CHARACTERS: put_text(l, lg_member_text(m, row)); break;
    case LG_MEMBER_REAL: put_real(l, lg_member_real(m, row)); break;
    case LG_MEMBER_BOOL: put_text(l, lg_member_int(m, row) ? "true" : "false"); break;
    case LG_MEMBER_INT:
    case LG_MEMBER_INT64:
    case LG_MEMBER_SIZE: put_int(l, lg_member_int(m, row)); break;
    default: put_list(l, m, row);
    }
}

/* Does CSV omit members of this type? */
static bool is_left_out(const lg_member *m) {
    return m->type == LG_MEMBER_ARRAY || m->type == LG_MEMBER_ROWS || m->type == LG_MEMBER_LISTS;
}

static bool is_inner(const lg_member *m) {
    return m->type == LG_MEMBER_ROW || m->type == LG_MEMBER_PAIRS || m->type == LG_MEMBER_NUMBERS;
}

static void put_members(line *l, const lg_schema *s, const void *row, bool there) {
    for (const lg_member *m = s->members; m->help; m++) {
        const bool is_there = there && row && lg_member_is_there(m, row);
        if (is_left_out(m) || (!m->name && !is_inner(m))) continue;
        if (is_inner(m))
            put_inner(l, m, row, is_there);
        else if (l->head)
            put_name(l, m->name);
        else if (is_there)
            put_value(l, m, row);
        else
            put_text(l, "");
    }
}

static bool write_line(const lg_schema *schema, const void *row, bool head, FILE *to) {
    line l = {.to = to, .head = head};
    put_members(&l, schema, row, true);
    return fputs(END, to) != EOF && !l.failed;
}

bool lg_row_write_csv_head(const lg_schema *schema, const void *row, FILE *to) {
    return write_line(schema, row, true, to);
}

bool lg_row_write_csv(const lg_schema *schema, const void *row, FILE *to) {
    return write_line(schema, row, false, to);
}
