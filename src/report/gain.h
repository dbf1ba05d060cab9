/* gain.h: the gain of randomized positions over all rows of a table of scores, the headline of Ruoss et al. 2023. */
#ifndef LG_REPORT_GAIN_H
#define LG_REPORT_GAIN_H

#include "report/format/table.h"

/* Adds a note on the gain, which is the best score of a row's randomized columns minus that of its standard columns.
 * Adds no note if no row has both kinds of column. */
void lg_table_note_gain(lg_table *t, const lg_report *r);

#endif
