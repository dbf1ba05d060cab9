/* data.c: the list of data entries. */
#include "data/data.h"

#include "data/task.h"
#include "data/text_task.h"

#define TASK(name) extern const lg_task lg_task_##name;
#include "data/tasks.def"
#undef TASK
#define TEXT_TASK(name) extern const lg_text_task lg_text_task_##name;
#include "data/text_tasks.def"
#undef TEXT_TASK
#define DATA(name) extern const lg_data lg_data_##name;
#include "data/data.def"
#undef DATA

/* The structs of all kinds of entries begin with the members of lg_data. */
const lg_data *const lg_data_entries[] = {
#define TASK(name) (const lg_data *)&lg_task_##name,
#include "data/tasks.def"
#undef TASK
#define DATA(name) &lg_data_##name,
#include "data/data.def"
#undef DATA
#define TEXT_TASK(name) (const lg_data *)&lg_text_task_##name,
#include "data/text_tasks.def"
#undef TEXT_TASK
    NULL};

const lg_data *lg_data_find(const char *name) {
    return lg_entry_find(lg_data_entries, name);
}
