/* claims.h: the definition of lg_claims, private to api_claim.c and claims_page.c. */
#ifndef LG_REPORT_CLAIM_CLAIMS_H
#define LG_REPORT_CLAIM_CLAIMS_H

#include "report/claim/claim.h"

typedef struct lg_claim_place {
    lg_kept_runs runs;
    struct lg_claim_place *next;
} lg_claim_place;

typedef struct lg_claim_item {
    lg_claim claim;
    lg_measured measured;
    lg_claim_result result;
    double corrected;
    bool asked; /* false: the user did not ask for this claim; it is needed to correct the p values of its family */
} lg_claim_item;

struct lg_claims {
    lg_arena *arena; /* holds all of it */
    lg_claim_item *items;
    size_t count, capacity;
    lg_claim_place *places; /* the runs read so far, a list with one entry per path */
};

#endif
