/* comparison.h: tables that compare some models of a sweep side by side. A struct lg_comparison describes each. */
#ifndef LG_REPORT_COMPARISON_H
#define LG_REPORT_COMPARISON_H

#include "report/format/table.h"

bool lg_comparison_suits(const lg_comparison *x, const lg_report *r);
/* Fills a table; the table's name is also the name of its published numbers. */
void lg_comparison_fill(const lg_comparison *x, const lg_report *r, lg_table *t);

#endif
