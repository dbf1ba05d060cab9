/* schedule_part.c: functions shared by the schedules that end at a floor. */
#include "train/schedule.h"

int64_t lg_floor_end(const void *own) {
    return ((const lg_floor *)own)->end;
}

lg_formula_source lg_floor_formula(const char *text, const void *own) {
    const lg_floor *f = own;
    return (lg_formula_source){
        .place = &lg_formula_schedule, .text = text, .given = {{"floor", f->floor}, {"last", f->at == LG_FLOOR_LAST}}};
}
