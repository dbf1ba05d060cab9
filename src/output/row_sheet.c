/* row_sheet.c: adds rows to a table. */
#include <inttypes.h>
#include <math.h>

#include "output/member.h"

enum { COLUMNS = 512 };

static bool is_right(const lg_member *m) {
    return m->right || (m->type >= LG_MEMBER_INT && m->type <= LG_MEMBER_REAL);
}

/* The number of columns of a member; row: the first row, NULL: no rows. */
static size_t columns_of(const lg_member *m, const void *row) {
    if (!m->heading) return 0;
    return m->type != LG_MEMBER_PAIRS ? 1 : row ? lg_member_count(m, row) : 0;
}

/* Lists the columns of a schema and of the structs in its rows. */
static size_t list_columns(const lg_schema *s, const void *row, char kinds[COLUMNS], size_t count) {
    for (const lg_member *m = s->members; m->help; m++) {
        if (m->type == LG_MEMBER_ROW) count = list_columns(m->row, row ? lg_member_of(m, row) : NULL, kinds, count);
        for (size_t i = 0; i < columns_of(m, row) && count + 1 < COLUMNS; i++)
            kinds[count++] = (char)((is_right(m) ? 'r' : 'l') - (m->optional || m->when ? 'a' - 'A' : 0));
    }
    kinds[count] = '\0';
    return count;
}

static void add_headings(lg_sheet *sheet, const lg_schema *s, const void *row) {
    for (const lg_member *m = s->members; m->help; m++) {
        if (m->type == LG_MEMBER_ROW) add_headings(sheet, m->row, row ? lg_member_of(m, row) : NULL);
        const lg_named_text *pairs = m->type == LG_MEMBER_PAIRS && row ? lg_member_first(m, row) : NULL;
        for (size_t i = 0; i < columns_of(m, row); i++) lg_sheet_cell(sheet, "%s", pairs ? pairs[i].name : m->heading);
    }
}

lg_sheet *lg_rows_sheet(const lg_schema *schema, const void *row) {
    char kinds[COLUMNS];
    if (list_columns(schema, row, kinds, 0) == 0) return NULL;
    lg_sheet *sheet = lg_sheet_new(kinds);
    add_headings(sheet, schema, row);
    return sheet;
}

static void add_real(lg_sheet *sheet, const lg_member *m, double x) {
    if (m->scale != 0) x *= m->scale;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (m->format && isfinite(x))
        lg_sheet_cell(sheet, m->format, x);
    else
        lg_sheet_number(sheet, x, m->digits);
#pragma GCC diagnostic pop
}

static void add_text(lg_sheet *sheet, const char *text) {
    lg_sheet_cell(sheet, "%s", text ? text : "-");
}

static void add_pairs(lg_sheet *sheet, const lg_member *m, const void *row) {
    const lg_named_text *pairs = lg_member_first(m, row);
    for (size_t i = 0; i < lg_member_count(m, row); i++) add_text(sheet, pairs[i].absent ? NULL : pairs[i].text);
}

static void add_cell(lg_sheet *sheet, const lg_member *m, const void *row) {
    switch (m->type) {
    case LG_MEMBER_REAL: add_real(sheet, m, lg_member_real(m, row)); break;
    case LG_MEMBER_BOOL: add_text(sheet, lg_member_int(m, row) ? "yes" : "no"); break;
    case LG_MEMBER_INT:
    case LG_MEMBER_INT64:
    case LG_MEMBER_SIZE: lg_sheet_cell(sheet, "%" PRId64, lg_member_int(m, row)); break;
    case LG_MEMBER_PAIRS: add_pairs(sheet, m, row); break;
    default: add_text(sheet, lg_member_text(m, row));
    }
}

void lg_rows_add(lg_sheet *sheet, const lg_schema *schema, const void *row) {
    for (const lg_member *m = schema->members; m->help; m++) {
        if (m->type == LG_MEMBER_ROW)
            lg_rows_add(sheet, m->row, lg_member_of(m, row));
        else if (m->heading && lg_member_is_there(m, row))
            add_cell(sheet, m, row);
        else if (m->heading)
            for (size_t i = 0; i < columns_of(m, row); i++) lg_sheet_cell(sheet, "-");
    }
}
