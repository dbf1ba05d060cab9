/* schedule_part.c: what the schedules that end at a floor have in common. */
#include "train/schedule.h"

int64_t lg_floor_end(const void *own) {
    return ((const lg_floor *)own)->end;
}

double lg_floor_part(const lg_floor *f, const lg_schedule_step *x) {
    const int64_t all = f->end > 0 ? f->end - f->warmup.steps : x->steps;
    const double part = all > 0 ? (double)(f->at == LG_FLOOR_LAST ? x->step : x->step - 1) / (double)all : 0;
    return part < 1 ? part : 1;
}
