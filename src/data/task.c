/* task.c: the table of tasks, made from tasks.def, and look-up in it. */
#include "data/task.h"

#define TASK(name) extern const lg_task lg_task_##name;
#include "data/tasks.def"
#undef TASK

const lg_task *const lg_tasks[] = {
#define TASK(name) &lg_task_##name,
#include "data/tasks.def"
#undef TASK
    NULL};

const lg_task *lg_task_find(const char *name) {
    return lg_entry_find(lg_tasks, name);
}

int lg_task_length(const lg_task *t, const lg_values *v, int n) {
    return t->length ? t->length(v, n) : n;
}
