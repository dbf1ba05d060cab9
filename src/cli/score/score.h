/* score.h: functions of `lengthen score`. Each file is read once and each segment is reduced to sums, from which all
 * scores are computed. */
#ifndef CLI_SCORE_SCORE_H
#define CLI_SCORE_SCORE_H

#include "cli/cli.h"
#include "cli/ui/lines.h"
#include "cli/ui/print.h"

/* Translations of one source, and the references to compare them with. */
typedef struct cli_scoring {
    cli *c;
    lg_scorer *scorer;
    bool is_chrf;            /* otherwise BLEU */
    size_t width;            /* number of sums per segment */
    cli_file_lines *systems; /* [system_count]: hypotheses; all other systems are compared with the first */
    double **sums;           /* [system_count], each [segments, width] */
    size_t system_count;
    cli_file_lines *references; /* [reference_count] */
    size_t reference_count;
    cli_file_lines source; /* lines of the source; only with --source */
    size_t segments;
    int resamples; /* 0: no bootstrap */
    uint64_t seed;
    char signature[LG_SIGNATURE];
} cli_scoring;

/* Reads all files of the command line. Returns LG_OK, or a status after a message. */
int cli_scoring_read(cli_scoring *s);
int cli_scoring_measure(cli_scoring *s); /* computes sums and signature */
void cli_scoring_free(cli_scoring *s);

int cli_score_corpora(const cli_scoring *s);               /* prints a score per system */
int cli_score_segments(const cli_scoring *s);              /* prints a score per segment and system */
int cli_score_buckets(const cli_scoring *s, size_t width); /* prints a score per bucket of source lengths */

/* A score in a row of data. */
typedef struct cli_text_score {
    const char *metric, *signature;
    bool is_bleu, is_chrf;
    lg_text_score x;
    size_t counts[LG_SCORE_ORDERS], totals[LG_SCORE_ORDERS], references[LG_SCORE_ORDERS];
    int64_t hypothesis_length, reference_length;
} cli_text_score;
cli_text_score cli_text_score_of(const cli_scoring *s, const lg_text_score *x);
extern const lg_schema cli_schema_text_score;
/* Rows of systems, segments and buckets. */
extern const lg_schema cli_schema_translation_score, cli_schema_translation_segment, cli_schema_translation_bucket;

#endif
