/* registry_damage.c: errors about a damaged registry, with instructions. */
#include <stdarg.h>

#include "sweep/registry/registry_file.h"

bool lg_registry_succeeded(const lg_error *words, lg_error *err) {
    return words->code == LG_OK ||
           lg_fail_like(err, words, "%s%s", words->text,
                        words->code == LG_CORRUPT ? "; it is only an index: `lengthen sweep merge` rebuilds it" : "");
}

bool lg_registry_fail_damaged(const lg_registry *r, lg_error *err, const char *format, ...) {
    lg_error words = {0};
    va_list list;
    va_start(list, format);
    lg_fail_at(&words, LG_CORRUPT, format, list);
    va_end(list);
    return lg_fail(err, LG_CORRUPT, "%s is damaged: %s", sqlite3_db_filename(r->db, NULL), words.text);
}
