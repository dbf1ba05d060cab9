/* reading.h: the protocol by which a sweep scores texts: windows with a stride, or segments with a memory, and the
 * number of targets. The runs of one cell must have the same protocol; if columns differ in it, the report says how. */
#ifndef LG_REPORT_READING_H
#define LG_REPORT_READING_H

#include "report/report.h"

/* Do the runs of each cell score texts in the same way? If not, the error names two that differ. */
bool lg_report_check_readings(const lg_report *r, lg_error *err);
/* "windows, stride 128, 25600 targets". If columns (or rows) differ, protocols other than the majority's are preceded
 * by their labels. "" without texts. NULL: out of memory. */
const char *lg_report_readings(const lg_report *r);

#endif
