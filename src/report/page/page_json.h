/* page_json.h: JSON as a stream, for data of megabytes that need no tree in memory. It may stand within a <script>: "<"
 * and what else has a meaning in HTML is escaped, and what is no UTF-8 becomes "?". */
#ifndef LG_REPORT_PAGE_PAGE_JSON_H
#define LG_REPORT_PAGE_PAGE_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sweep/plan/manifest.h"

void lg_page_text(FILE *to, const char *text);
void lg_page_real(FILE *to, double x, int digits); /* so many behind the point, fewer where they are 0; null for NaN */
void lg_page_significant(FILE *to, double x, int digits); /* the same with so many digits in all */
void lg_page_int(FILE *to, int64_t n);
/* What comes before item i of a list: a comma, or nothing. */
void lg_page_next(FILE *to, size_t i);
/* "key": with a comma before it unless it is the first of its object. */
void lg_page_key(FILE *to, const char *key, bool first);

void lg_page_member(FILE *to, const char *key, const char *text, bool first); /* "key":"text" */

/* Bytes in base64, one after another. */
typedef struct lg_page_base64 {
    FILE *to;
    unsigned bits, pending; /* the last `pending` bits are not written yet */
} lg_page_base64;
void lg_page_base64_put(lg_page_base64 *b, unsigned byte);
void lg_page_base64_finish(lg_page_base64 *b);

/* [key,value] for each, after `before` others of the same list. */
void lg_page_pairs(const lg_pair *pairs, size_t count, size_t before, FILE *to);

#endif
