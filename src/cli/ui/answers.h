/* answers.h: what a model said, beside what is right: `lengthen eval RUN --show wrong`. */
#ifndef CLI_UI_ANSWERS_H
#define CLI_UI_ANSWERS_H

#include "cli/cli.h"

/* Those of one length. Zeros to begin with. */
typedef struct cli_answers {
    const char *run;
    const char *which; /* "wrong", "right", "all"; NULL: none are shown */
    long count;        /* of each bucket */
    struct cli_answer_bucket *buckets;
    size_t bucket_count;
} cli_answers;

/* Reads --show and --count: LG_OK, or a status after a message. */
int cli_answers_read(cli_answers *a, const cli *c);
/* Keeps the answer if it is one of those to show. */
void cli_answers_add(cli_answers *a, const lg_answer_report *r);
/* Prints what was kept of a length, bucket by bucket, and forgets it. */
void cli_answers_print(cli_answers *a, int length);
void cli_answers_free(cli_answers *a);
extern const lg_schema cli_schema_answer;

#endif
