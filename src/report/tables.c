/* tables.c: the kinds of table that a report can have, made from tables.def. */
#include "report/format/table.h"

const lg_table_kind *const lg_table_kinds[] = {
#define TABLE(name) &lg_table_##name,
#include "report/tables.def"
#undef TABLE
    NULL,
};

lg_table *lg_table_make(const lg_table_kind *kind, const lg_report *r, lg_error *err) {
    lg_table *t = lg_arena_alloc(r->arena, sizeof *t);
    if (t) {
        *t = (lg_table){.name = kind->name, .manifest = r->manifest, .arena = r->arena};
        t->title = t->caption = t->corner = t->unit = "";
        kind->fill(r, t);
        if (!t->failed) return t;
    }
    lg_fail(err, LG_FAILED, "out of memory: the table %s", kind->name);
    return NULL;
}
