/* stop.c: see stop.h. */
#include "train/stop.h"

#include "train/state.h"

void lg_trainer_on_stop(lg_trainer *t, const lg_stop_hook *hook) {
    t->stop = hook;
    t->stopped = false;
}

bool lg_trainer_must_stop(lg_trainer *t, int worker) {
    if (worker == 0 && t->stop && !t->stopped && lg_stop_asked(t->stop)) t->stopped = true;
    return t->stopped;
}

bool lg_trainer_go_on(lg_trainer *t, lg_error *err) {
    return !lg_trainer_must_stop(t, 0) || lg_fail(err, LG_PREEMPTED, "stopped on request");
}
