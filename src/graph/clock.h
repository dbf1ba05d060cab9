/* clock.h: measures the time of a training step by phase. An op names the phases of its work. If a frame has a clock,
 * the clock is read after each piece of work, and the time since the last reading is added to a phase. Without a clock,
 * as in normal runs, the cost is one comparison per op. */
#ifndef LG_GRAPH_CLOCK_H
#define LG_GRAPH_CLOCK_H

#include <stdalign.h>
#include <stddef.h>

/* The phases and their names, in the order in which tables list them. */
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

/* The phases to which an op's work is added: the forward pass, the gradients of inputs, the gradients of parameters. */
typedef struct lg_op_phases {
    lg_step_phase forward, inputs, parameters;
} lg_op_phases;

/* The minimum work of a phase: FLOPs (multiply-adds x 2), and bytes moved if every op reads and writes each of its
 * arrays once. */
typedef struct lg_cost {
    double flops, bytes;
} lg_cost;
double lg_cost_flops(const lg_cost cost[LG_PHASES]); /* sum over phases */

/* One worker's clock. */
typedef struct lg_clock {
    alignas(64) double last; /* aligned, so that no two clocks share a cache line */
    double seconds[LG_PHASES];
} lg_clock;

/* Both do nothing if c is NULL. */
void lg_clock_read(lg_clock *c);                       /* measures from now on; discards earlier time */
void lg_clock_count(lg_clock *c, lg_step_phase phase); /* adds the time since the last reading to the phase */

#endif
