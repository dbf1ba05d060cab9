/* stop.c: see stop.h. */
#include "train/stop.h"

#include "train/state.h"

void lg_trainer_on_stop(lg_trainer *t, bool (*stop)(void *user), void *user) {
    t->stop = stop;
    t->stop_user = user;
    t->stopped = false;
}

bool lg_trainer_must_stop(lg_trainer *t, int worker) {
    if (worker == 0 && t->stop && !t->stopped && t->stop(t->stop_user)) t->stopped = true;
    return t->stopped;
}
