/* data.c: the list of data entries, and opening them. */
#include "data/data.h"

#include <stdlib.h>

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

/* Entries of all kinds begin with the members of lg_data. */
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

lg_dataset *lg_dataset_open(const lg_values *v, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    lg_dataset *d = arena ? lg_arena_alloc(arena, sizeof *d) : NULL;
    if (!d) {
        lg_arena_free(arena);
        lg_fail(err, LG_FAILED, "out of memory: a data set");
        return NULL;
    }
    *d = (lg_dataset){.entry = lg_data_find(lg_text(v, "data")), .values = v, .arena = arena};
    if (d->entry->methods->open(d, err)) return d;
    lg_dataset_close(d);
    return NULL;
}

void lg_dataset_close(lg_dataset *d) {
    if (!d) return;
    if (d->entry->methods->close) d->entry->methods->close(d);
    lg_arena_free(d->arena);
}

int64_t lg_dataset_count(const lg_dataset *d, lg_split split, int length) {
    const lg_data_methods *m = d->entry->methods;
    return m->count ? m->count(d, split, length) : LG_ENDLESS;
}

/* The longest length below one that a split has none of, where shorter records are parts of longer ones. */
static int find_longest(const lg_dataset *d, lg_split split, int length) {
    int low = 0;
    while (length - low > 1) {
        const int middle = low + (length - low) / 2;
        if (lg_dataset_count(d, split, middle) > 0)
            low = middle;
        else
            length = middle;
    }
    return low;
}

bool lg_dataset_has(const lg_dataset *d, lg_split split, int length, lg_error *err) {
    const lg_data_methods *m = d->entry->methods;
    static const char *const names[] = {"training", "test"};
    size_t count = 0;
    if (lg_dataset_count(d, split, length) > 0) return true;
    if (!m->lengths)
        return lg_fail(err, LG_USAGE, "length: %s has no %s records of length %d (the longest have %d)", d->entry->name,
                       names[split], length, find_longest(d, split, length));
    const int *lengths = m->lengths(d, split, &count);
    return lg_fail(err, LG_USAGE, "length: %s has no %s records of length %d (it has %zu lengths in %d..%d)",
                   d->entry->name, names[split], length, count, lengths[0], lengths[count - 1]);
}

lg_record_size lg_dataset_bound(const lg_dataset *d, int length) {
    return d->entry->methods->bound(d, length);
}
