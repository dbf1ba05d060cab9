/* task_methods.c: data methods (lg_data_methods) shared by all tasks. */
#include <string.h>

#include "data/task.h"

int lg_task_length(const lg_task *t, int n) {
    return t->length ? t->length(n) : n;
}

static const lg_task *task_of(const lg_dataset *d) {
    return (const lg_task *)d->entry;
}

static bool open_task(lg_dataset *d, lg_error *err) {
    (void)err;
    const lg_task *t = task_of(d);
    d->source = (lg_vocabulary){t->input_size, t->input_symbols};
    d->target = (lg_vocabulary){t->output_size, t->output_symbols};
    d->end = -1;
    return true;
}

static lg_record_size bound_task(const lg_dataset *d, int length) {
    const lg_task *t = task_of(d);
    return (lg_record_size){lg_task_length(t, length), t->outputs(length)};
}

static void draw_task(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    (void)split;
    const lg_record_size z = bound_task(d, length);
    lg_record_begin(out, length, z.n, z.m);
    lg_sample s = {z.n, z.m, out->source, out->target, out->counted};
    task_of(d)->sample(lg_key_fold(key, (uint64_t)index), length, &s);
}

static bool check_task(const lg_dataset *d, const lg_record *r) {
    const lg_sample s = {r->n, r->m, r->source, r->target, r->counted};
    return !memchr(r->learned, 0, (size_t)r->m) && task_of(d)->check(&s);
}

const lg_data_methods lg_task_methods = {
    .exact = true, .validates = true, .open = open_task, .bound = bound_task, .draw = draw_task, .check = check_task};
