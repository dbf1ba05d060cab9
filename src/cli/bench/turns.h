/* turns.h: models whose training steps are timed in turns, so that noise of the machine affects all alike. */
#ifndef CLI_BENCH_TURNS_H
#define CLI_BENCH_TURNS_H

#include "cli/bench/bench.h"

enum { CLI_TURNS = 7 };

/* One of them. */
typedef struct cli_timed {
    lg_step_timer *timer;
    lg_step_time step;         /* of the last turn */
    double seconds[CLI_TURNS]; /* a step, in each turn */
} cli_timed;

/* Makes the model of the bench's config, with `settings` ("block=pre_norm model.feed_forward=4.5w") beside it: a number
 * with a w is so many times the width. `name` is for messages. LG_OK, or a status after a message. */
int cli_timed_open(cli_bench *b, const char *name, const char *settings, int length, cli_timed *out);
/* All turns of so many models, one after another in each. */
int cli_timed_run(cli_bench *b, cli_timed *models, int count);
void cli_timed_close(cli_timed *models, int count); /* zeros are allowed */
double cli_turns_median(const double values[CLI_TURNS]);

#endif
