/* session.h: a model in memory with what trains and evaluates it: its config's values, kernels, threads. */
#ifndef LG_RUN_SESSION_H
#define LG_RUN_SESSION_H

#include "config/context.h"
#include "train/train.h"

/* lg_train in a context of its own: the config may be another context's. */
lg_status lg_train_in(lg_context *c, const lg_resolved_config *config, const lg_callbacks *calls, lg_outcome *out);

/* A trainer with the hands it works with, kept together because they must live together. */
typedef struct lg_session {
    const lg_context *context;
    lg_runtime runtime;
    lg_values *values; /* a copy: the config may change while the trainer lives */
    lg_pool *pool;
    lg_trainer *trainer;
} lg_session;
bool lg_session_new(lg_session *h, const lg_context *c, const lg_values *values, lg_error *err);
void lg_session_free(lg_session *h); /* a struct of zeros is allowed */
/* Between steps or tests: takes as many threads as the run's share is now. */
void lg_session_follow_quota(lg_session *h);
/* Can hands that were made with this config train, and test, at all its lengths? */
bool lg_session_check_lengths(const lg_session *h, const lg_resolved_config *config, bool training, bool testing,
                              lg_error *err);

/* Threads to use: those of the context, or all processors. values may be NULL; their `threads` comes first. */
int lg_thread_count(const lg_context *c, const lg_values *values);

#endif
