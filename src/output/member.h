/* member.h: reads the members of a row as its schema describes them. */
#ifndef LG_OUTPUT_MEMBER_H
#define LG_OUTPUT_MEMBER_H

#include "output/schema.h"

static inline const void *lg_member_of(const lg_member *m, const void *row) {
    return (const char *)row + m->at;
}

size_t lg_member_count(const lg_member *m, const void *row);     /* length of a list */
const char *lg_member_text(const lg_member *m, const void *row); /* value of a text or a char array; may be NULL */
int64_t lg_member_int(const lg_member *m, const void *row);      /* value of an integer or a boolean */
double lg_member_real(const lg_member *m, const void *row);
/* The first element of a list: a const char *const *, const int *, const lg_named_real *, ... */
const void *lg_member_first(const lg_member *m, const void *row);
bool lg_member_is_there(const lg_member *m, const void *row);

#endif
