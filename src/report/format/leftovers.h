/* leftovers.h: files of tables and figures that an earlier report left in its folder, and that this one has no longer.
 */
#ifndef LG_REPORT_FORMAT_LEFTOVERS_H
#define LG_REPORT_FORMAT_LEFTOVERS_H

#include "report/format/write.h"

/* Removes the data of a figure of this name, before it is drawn again: other panels have other names. */
bool lg_leftovers_remove_data(const char *folder, const char *figure, lg_error *err);
/* Removes them; files of other names stay. */
bool lg_leftovers_remove(const lg_report *r, const char *dir, const lg_report_items *items, lg_error *err);

#endif
