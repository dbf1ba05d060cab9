/* member.c: reads members of rows; see member.h. */
#include "output/member.h"

#include <math.h>
#include <string.h>

static int64_t read_int(lg_member_type type, const void *at) {
    switch (type) {
    case LG_MEMBER_BOOL: return *(const bool *)at;
    case LG_MEMBER_INT: return *(const int *)at;
    case LG_MEMBER_SIZE: return (int64_t) * (const size_t *)at;
    default: return *(const int64_t *)at;
    }
}

size_t lg_member_count(const lg_member *m, const void *row) {
    return (size_t)read_int(m->index, (const char *)row + m->count);
}

const char *lg_member_text(const lg_member *m, const void *row) {
    const void *at = lg_member_of(m, row);
    return m->type == LG_MEMBER_CHARACTERS ? at : *(const char *const *)at;
}

int64_t lg_member_int(const lg_member *m, const void *row) {
    return read_int(m->type, lg_member_of(m, row));
}

double lg_member_real(const lg_member *m, const void *row) {
    return *(const double *)lg_member_of(m, row);
}

const void *lg_member_first(const lg_member *m, const void *row) {
    const void *first;
    if (m->inside) return lg_member_of(m, row);
    memcpy(&first, lg_member_of(m, row), sizeof first);
    return first;
}

static bool is_any(const lg_schema *s, const void *row) {
    for (const lg_member *m = s->members; m->help; m++)
        if (lg_member_is_there(m, row)) return true;
    return false;
}

static bool has_text(const lg_member *m, const void *row) {
    const lg_named_text *x = lg_member_first(m, row);
    for (size_t i = 0; i < lg_member_count(m, row); i++)
        if (!x[i].absent) return true;
    return false;
}

static bool has_number(const lg_member *m, const void *row) {
    const lg_named_real *x = lg_member_first(m, row);
    for (size_t i = 0; i < lg_member_count(m, row); i++)
        if (!x[i].absent) return true;
    return false;
}

static bool is_empty(const lg_member *m, const void *row) {
    const char *text;
    switch (m->type) {
    case LG_MEMBER_TEXT:
    case LG_MEMBER_CHARACTERS: text = lg_member_text(m, row); return !text || *text == '\0';
    case LG_MEMBER_REAL: return isnan(lg_member_real(m, row));
    case LG_MEMBER_ROW: return !is_any(m->row, lg_member_of(m, row));
    case LG_MEMBER_PAIRS: return !has_text(m, row);
    case LG_MEMBER_NUMBERS: return !has_number(m, row);
    case LG_MEMBER_ARRAY: return !lg_member_first(m, row);
    case LG_MEMBER_BOOL:
    case LG_MEMBER_INT:
    case LG_MEMBER_INT64:
    case LG_MEMBER_SIZE: return lg_member_int(m, row) == 0;
    default: return lg_member_count(m, row) == 0;
    }
}

bool lg_member_is_there(const lg_member *m, const void *row) {
    if (m->when && !*((const bool *)row + m->when - 1)) return false;
    return !m->optional || !is_empty(m, row);
}
