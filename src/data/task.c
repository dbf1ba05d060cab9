/* task.c: the list of tasks, made from tasks.def. */
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
