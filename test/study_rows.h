/* study_rows.h: reads the rows of a study's scores one after the other. */
#ifndef TEST_STUDY_ROWS_H
#define TEST_STUDY_ROWS_H

#include <stdio.h>
#include <string.h>

#include "report/published.h"

typedef struct study_row {
    char table[64], task[64];
    char cells[512]; /* the cells after those above */
    bool curve;      /* the row is a curve, with a score for each length */
} study_row;

/* Reads the row at *at and moves *at behind it. False if there is no row, as at the end. */
static inline bool study_row_next(const char **at, study_row *row) {
    int length = 0;
    if (sscanf(*at, "%63[^,\n],%63[^,\n],%511[^\n]%n", row->table, row->task, row->cells, &length) != 3) return false;
    row->curve = strchr(row->table, ' ');
    *at += length + 1;
    return true;
}

static inline size_t study_row_count(const study_row *row) {
    size_t count = 1;
    for (const char *c = row->cells; *c != '\0'; c++) count += *c == ',';
    return count;
}

#endif
