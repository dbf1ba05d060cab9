/* tables.c: the table of the kinds of table, made from tables.def. */
#include "report/comparison.h"

const lg_table_kind *const lg_table_kinds[] = {
#define TABLE(name) &lg_table_##name,
#define STUDY_TABLE TABLE
#include "report/tables.def"
#undef STUDY_TABLE
#undef TABLE
    NULL,
};

bool lg_table_suits(const lg_table_kind *kind, const lg_report *r) {
    return kind->comparison ? lg_comparison_suits(kind->comparison, r) : kind->suits(r);
}

lg_table *lg_table_make(const lg_table_kind *kind, const lg_report *r, lg_error *err) {
    lg_table *t = lg_arena_alloc(r->arena, sizeof *t);
    if (t) {
        *t = (lg_table){.name = kind->name, .manifest = r->manifest, .arena = r->arena};
        t->title = t->caption = t->corner = t->unit = t->metric = "";
        if (kind->comparison)
            lg_comparison_fill(kind->comparison, r, t);
        else
            kind->fill(r, t);
        if (!t->failed) return t;
    }
    lg_fail(err, LG_FAILED, "out of memory: the table %s", kind->name);
    return NULL;
}
