/* task.c: the table of tasks, made from tasks.def, and how to look things up in it. */
#include "task/task.h"

#include <string.h>

#define TASK(name) extern const lg_task lg_task_##name;
#include "task/tasks.def"
#undef TASK

const lg_task *const lg_tasks[] = {
#define TASK(name) &lg_task_##name,
#include "task/tasks.def"
#undef TASK
    NULL};

const lg_task *lg_task_find(const char *name) {
    for (const lg_task *const *t = lg_tasks; *t; t++)
        if (strcmp((*t)->name, name) == 0) return *t;
    return NULL;
}

int lg_task_length(const lg_task *t, const lg_values *v, int n) {
    return t->length ? t->length(v, n) : n;
}
