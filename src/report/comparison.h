/* comparison.h: tables that set some models of a sweep side by side, from data (lg_comparison). */
#ifndef LG_REPORT_COMPARISON_H
#define LG_REPORT_COMPARISON_H

#include "report/format/table.h"

bool lg_comparison_suits(const lg_comparison *x, const lg_report *r);
/* The name of the table is that of its published numbers, too. */
void lg_comparison_fill(const lg_comparison *x, const lg_report *r, lg_table *t);

#endif
