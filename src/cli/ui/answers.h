/* answers.h: collects a model's answers and prints them next to the targets (`lengthen eval RUN --show wrong`). */
#ifndef CLI_UI_ANSWERS_H
#define CLI_UI_ANSWERS_H

#include "cli/cli.h"

/* The answers of one length. Initialize with zeros. */
typedef struct cli_answers {
    const char *run;
    const char *which; /* "wrong", "right" or "all"; NULL: none */
    long count;        /* answers to show per bucket */
    struct cli_answer_bucket *buckets;
    size_t bucket_count;
} cli_answers;

/* Reads --show and --count. Returns LG_OK, or an error status after printing a message. */
int cli_answers_read(cli_answers *a, const cli *c);
/* Counts an answer, and keeps it if it is one of those to show. */
void cli_answers_add(cli_answers *a, const lg_answer_report *r);
/* Prints the kept answers of a length, bucket by bucket, and frees them. */
void cli_answers_print(cli_answers *a, int length);
void cli_answers_free(cli_answers *a);
extern const lg_schema cli_schema_answer;

#endif
