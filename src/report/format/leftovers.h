/* leftovers.h: removes files of tables and figures that an earlier report wrote and this one does not. */
#ifndef LG_REPORT_FORMAT_LEFTOVERS_H
#define LG_REPORT_FORMAT_LEFTOVERS_H

#include "report/format/write.h"

/* Removes the data files of this figure before it is drawn again, because its panels may have other names now. */
bool lg_leftovers_remove_data(const char *folder, const char *figure, lg_error *err);
/* Removes the leftovers; files with other names stay. */
bool lg_leftovers_remove(const lg_report *r, const char *dir, const lg_report_items *items, lg_error *err);

#endif
