/* page_json.h: additions to base/json.h for the data of a page: rounded numbers, pairs, and bytes in base64. */
#ifndef LG_REPORT_PAGE_PAGE_JSON_H
#define LG_REPORT_PAGE_PAGE_JSON_H

#include "base/json.h"
#include "sweep/plan/manifest.h"

void lg_page_put_rounded(lg_json *j, const char *key, double x, int digits);     /* digits: decimals */
void lg_page_put_significant(lg_json *j, const char *key, double x, int digits); /* digits: significant */
void lg_page_put_pairs(lg_json *j, const lg_pair *pairs, size_t count); /* [key,value] for each, in an open list */

/* A base64 encoder of single bytes. */
typedef struct lg_page_base64 {
    FILE *to;
    unsigned bits, pending; /* the last `pending` bits are not written yet */
} lg_page_base64;
void lg_page_base64_put(lg_page_base64 *b, unsigned byte);
void lg_page_base64_finish(lg_page_base64 *b);

#endif
