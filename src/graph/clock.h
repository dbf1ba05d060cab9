/* clock.h: where the time of a step goes. An op names the phases of its work; a frame may carry a clock, which
 * is read after each piece of work, so that what has passed since it was read before counts to that phase. A frame
 * without a clock, as in every real run, costs one comparison for each op. */
#ifndef LG_GRAPH_CLOCK_H
#define LG_GRAPH_CLOCK_H

#include <stdalign.h>
#include <stddef.h>

/* The phases in the order of tables, with their names. */
#define LG_PHASE_LIST(PHASE)                                                                                           \
    PHASE(LINEAR, "linear: forward")                                                                                   \
    PHASE(LINEAR_INPUT, "linear: gradient of input")                                                                   \
    PHASE(LINEAR_WEIGHT, "linear: gradient of weight")                                                                 \
    PHASE(ATTENTION, "attention: forward")                                                                             \
    PHASE(ATTENTION_BACKWARD, "attention: backward")                                                                   \
    PHASE(NORM, "norm, dropout, bias, activation")                                                                     \
    PHASE(ENDS, "embedding, selection, loss")                                                                          \
    PHASE(UPDATE, "gradient sums, optimizer, packing")                                                                 \
    PHASE(SAMPLE, "drawing of samples and positions")

#define LG_PHASE_NUMBER(id, name) LG_PHASE_##id,
typedef enum lg_step_phase { LG_PHASE_LIST(LG_PHASE_NUMBER) LG_PHASES } lg_step_phase;
#undef LG_PHASE_NUMBER

extern const char *const lg_step_phase_names[]; /* ends with NULL */

/* Where the time of an op counts: of the forward pass; of the gradients of inputs, and of parameters. */
typedef struct lg_op_phases {
    lg_step_phase forward, inputs, parameters;
} lg_op_phases;

/* What a phase has to do at least: multiply-adds x 2, and bytes that go in and out when every op reads and writes each
 * of its arrays once. */
typedef struct lg_cost {
    double flops, bytes;
} lg_cost;
double lg_cost_flops(const lg_cost cost[LG_PHASES]); /* of all phases */

/* One worker's clock. */
typedef struct lg_clock {
    alignas(64) double last; /* in cache lines of its own */
    double seconds[LG_PHASES];
} lg_clock;

/* Both do nothing when c is NULL. */
void lg_clock_read(lg_clock *c);                       /* what passed until now counts nowhere */
void lg_clock_count(lg_clock *c, lg_step_phase phase); /* what passed since the clock was read counts to the phase */

#endif
