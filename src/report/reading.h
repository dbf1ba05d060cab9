/* reading.h: how the texts of a sweep are scored: by windows of which stride, or segments with which memory, and how
 * many targets. Numbers of one cell must be scored alike; columns that are not are told apart. */
#ifndef LG_REPORT_READING_H
#define LG_REPORT_READING_H

#include "report/report.h"

/* Do the runs of each cell score texts alike? Else fails with two that do not. */
bool lg_report_check_readings(const lg_report *r, lg_error *err);
/* "windows, stride 128, 25600 targets"; of columns, or rows, that differ, those of most and then others with their
 * labels; "": no texts. NULL: out of memory. */
const char *lg_report_readings(const lg_report *r);

#endif
