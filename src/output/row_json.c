/* row_json.c: writes a row as a line of JSON. */
#include "base/json.h"
#include "output/member.h"

static void put_members(lg_json *j, const lg_schema *s, const void *row);

static void put_text(lg_json *j, const char *key, const char *text) {
    if (text)
        lg_json_put_text(j, key, text);
    else
        lg_json_put_null(j, key);
}

static void put_pairs(lg_json *j, const lg_member *m, const void *row) {
    const lg_named_text *x = lg_member_first(m, row);
    if (m->name) lg_json_open(j, m->name);
    for (size_t i = 0; i < lg_member_count(m, row); i++)
        if (!x[i].absent) put_text(j, x[i].name, x[i].text);
    if (m->name) lg_json_close(j);
}

static void put_numbers(lg_json *j, const lg_member *m, const void *row) {
    const lg_named_real *x = lg_member_first(m, row);
    if (m->name) lg_json_open(j, m->name);
    for (size_t i = 0; i < lg_member_count(m, row); i++)
        if (!x[i].absent) lg_json_put_real(j, x[i].name, x[i].value);
    if (m->name) lg_json_close(j);
}

static void put_lists(lg_json *j, const lg_member *m, const void *row) {
    const lg_named_list *x = lg_member_first(m, row);
    lg_json_open(j, m->name);
    for (size_t i = 0; i < lg_member_count(m, row); i++) {
        lg_json_open_list(j, x[i].name);
        for (size_t k = 0; k < x[i].count; k++) put_text(j, NULL, x[i].texts[k]);
        lg_json_close_list(j);
    }
    lg_json_close(j);
}

static void put_item(lg_json *j, const lg_member *m, const void *first, size_t i) {
    switch (m->type) {
    case LG_MEMBER_TEXTS: put_text(j, NULL, ((const char *const *)first)[i]); break;
    case LG_MEMBER_INTS: lg_json_put_int(j, NULL, ((const int *)first)[i]); break;
    case LG_MEMBER_SIZES: lg_json_put_int(j, NULL, (int64_t)((const size_t *)first)[i]); break;
    case LG_MEMBER_REALS: lg_json_put_real(j, NULL, ((const double *)first)[i]); break;
    default:
        lg_json_open(j, NULL);
        put_members(j, m->row, (const char *)first + i * m->row->size);
        lg_json_close(j);
    }
}

static void put_list(lg_json *j, const lg_member *m, const void *row) {
    const void *first = lg_member_first(m, row);
    lg_json_open_list(j, m->name);
    for (size_t i = 0; i < lg_member_count(m, row); i++) put_item(j, m, first, i);
    lg_json_close_list(j);
}

static void put_array(lg_json *j, const lg_member *m, const void *row) {
    const size_t *shape = (const size_t *)((const char *)row + m->count);
    const int rank = *(const int *)((const char *)row + m->rank);
    if (!m->bare) lg_json_open_list(j, "shape");
    for (int i = 0; !m->bare && i < rank; i++) lg_json_put_int(j, NULL, (int64_t)shape[i]);
    if (!m->bare) lg_json_close_list(j);
    lg_json_put_array(j, m->name, lg_member_first(m, row), shape, rank);
}

static void put_row(lg_json *j, const lg_member *m, const void *row) {
    if (m->name) lg_json_open(j, m->name);
    put_members(j, m->row, lg_member_of(m, row));
    if (m->name) lg_json_close(j);
}

static void put_member(lg_json *j, const lg_member *m, const void *row) {
    switch (m->type) {
    case LG_MEMBER_TEXT:
    case LG_MEMBER_CHARACTERS: put_text(j, m->name, lg_member_text(m, row)); break;
    case LG_MEMBER_BOOL: lg_json_put_bool(j, m->name, lg_member_int(m, row)); break;
    case LG_MEMBER_INT:
    case LG_MEMBER_INT64:
    case LG_MEMBER_SIZE: lg_json_put_int(j, m->name, lg_member_int(m, row)); break;
    case LG_MEMBER_REAL: lg_json_put_real(j, m->name, lg_member_real(m, row)); break;
    case LG_MEMBER_PAIRS: put_pairs(j, m, row); break;
    case LG_MEMBER_NUMBERS: put_numbers(j, m, row); break;
    case LG_MEMBER_LISTS: put_lists(j, m, row); break;
    case LG_MEMBER_ROW: put_row(j, m, row); break;
    case LG_MEMBER_ARRAY: put_array(j, m, row); break;
    default: put_list(j, m, row);
    }
}

/* Does the member have a name, or do its parts have names? */
static bool is_written(const lg_member *m) {
    return m->name || m->type == LG_MEMBER_PAIRS || m->type == LG_MEMBER_NUMBERS || m->type == LG_MEMBER_ROW;
}

static void put_members(lg_json *j, const lg_schema *s, const void *row) {
    for (const lg_member *m = s->members; m->help; m++) {
        if (is_written(m) && lg_member_is_there(m, row))
            put_member(j, m, row);
        else if (m->null)
            lg_json_put_null(j, m->name);
    }
}

static bool write_row(const lg_schema *schema, const void *row, lg_json_layout layout, FILE *to) {
    lg_json j;
    lg_json_begin_to(&j, layout, to);
    lg_json_put_text(&j, "schema", schema->name);
    put_members(&j, schema, row);
    if (j.not_finite && layout == LG_JSON_COMPACT) lg_json_put_bool(&j, "finite", false);
    const bool written = lg_json_end_to(&j);
    return fputc('\n', to) != EOF && written;
}

bool lg_row_write_json(const lg_schema *schema, const void *row, FILE *to) {
    return write_row(schema, row, LG_JSON_COMPACT, to);
}

bool lg_row_write_json_file(const lg_schema *schema, const void *row, FILE *to) {
    return write_row(schema, row, LG_JSON_FILE, to);
}
