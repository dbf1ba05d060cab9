/* segments.c: curriculum that reads a text from beginning to end, in one text stream per sequence of the batch. Each
 * record of a stream continues the record of the previous step, as needed for a memory over segments. */
#include "data/curriculum.h"

static const lg_option options[] = {LG_CURRICULUM_LENGTHS, {0}};

const lg_curriculum lg_curriculum_segments = {
    .name = "segments",
    .summary = "consecutive segments of a text, for models with a segment memory (Transformer-XL)",
    .formula = "The training split of N tokens is divided into B = train.batch text streams: stream b has the\n"
               "tokens bN/B .. (b+1)N/B - 1. L = curriculum.lengths, a single length;\n"
               "K = floor((floor(N/B) - 1) / L) segments per stream.\n"
               "Step s: sequence b has the tokens bN/B + iL .. bN/B + (i+1)L of the split, with i = s mod K. The\n"
               "first token is the source, the others are the targets. At i = 0 the memory is cleared.",
    .source = "Dai et al. 2019, Transformer-XL, section 3.2",
    .options = options,
    .own_bytes = LG_OWN(lg_length_list),
    .reading = LG_READ_SEGMENTS,
    .length = lg_curriculum_any_listed,
    .longest = lg_curriculum_longest_listed,
    .draws = lg_curriculum_draws_listed,
    .listed = true,
};
