/* score.h: the parts of `lengthen score`. Files are read once, every segment leaves its sums, and all that is printed
 * is made of sums. */
#ifndef CLI_SCORE_SCORE_H
#define CLI_SCORE_SCORE_H

#include "cli/cli.h"
#include "cli/ui/lines.h"
#include "cli/ui/print.h"

/* Translations of one source, and what they are compared with. */
typedef struct cli_scoring {
    cli *c;
    lg_scorer *scorer;
    bool is_chrf;       /* else BLEU */
    size_t width;       /* sums of a segment */
    cli_file_lines *systems; /* [system_count], the hypotheses; the first one is what others are compared with */
    double **sums;      /* [system_count], each [segments, width] */
    size_t system_count;
    cli_file_lines *references; /* [reference_count] */
    size_t reference_count;
    cli_file_lines source; /* with --source */
    size_t segments;
    int resamples; /* 0: no bootstrap */
    uint64_t seed;
    char signature[LG_SIGNATURE];
} cli_scoring;

/* Reads all files of the command line. LG_OK, or a status after a message. */
int cli_scoring_read(cli_scoring *s);
int cli_scoring_measure(cli_scoring *s); /* fills in sums and signature */
void cli_scoring_free(cli_scoring *s);

int cli_score_corpora(const cli_scoring *s);               /* prints a score for each system */
int cli_score_segments(const cli_scoring *s);              /* one for each segment of each */
int cli_score_buckets(const cli_scoring *s, size_t width); /* one for each bucket of source lengths */

/* What rows have of a score. */
typedef struct cli_text_score {
    const char *metric, *signature;
    bool is_bleu, is_chrf;
    lg_text_score x;
    size_t counts[LG_SCORE_ORDERS], totals[LG_SCORE_ORDERS], references[LG_SCORE_ORDERS];
    int64_t hypothesis_length, reference_length;
} cli_text_score;
cli_text_score cli_text_score_of(const cli_scoring *s, const lg_text_score *x);
extern const lg_schema cli_schema_text_score;
/* Of systems, segments and buckets. */
extern const lg_schema cli_schema_translation_score, cli_schema_translation_segment, cli_schema_translation_bucket;

#endif
