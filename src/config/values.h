/* values.h: the checked values of the options in force, by name, and what is read from them. Nobody below config/ knows
 * values: it describes models, data sets and trainings from them (config/describe.h). */
#ifndef LG_CONFIG_VALUES_H
#define LG_CONFIG_VALUES_H

#include "base/registry.h"

typedef struct lg_values lg_values;
struct lg_custom_list;

lg_values *lg_values_new(void); /* NULL when there is no memory */
void lg_values_free(lg_values *v);
lg_values *lg_values_copy(const lg_values *v); /* NULL when there is no memory */
/* Data that the program registered (data/custom.h), which the value of `data` may name. Must outlive the values and
 * their copies, which have it too; NULL: none. */
void lg_values_set_custom(lg_values *v, const struct lg_custom_list *custom);
const struct lg_custom_list *lg_values_custom(const lg_values *v);

/* Puts the rows of a table in force with their defaults; rows that are in force already keep their values. The table
 * must outlive the values; NULL is allowed and does nothing. False when there is no memory: rows are then missing. */
bool lg_values_add(lg_values *v, const lg_option *table);

/* Gives an option its value from text. Fails (LG_USAGE) with a message that names the option, the value and what would
 * be right: an unknown name (with the nearest known one), a wrong type, a value out of bounds, no choice. */
bool lg_values_set(lg_values *v, const char *name, const char *text, lg_error *err);

/* Reading. The option must be in force and of that type: anything else is a programmer's mistake (assert). */
bool lg_bool(const lg_values *v, const char *name);
int64_t lg_int(const lg_values *v, const char *name);
double lg_real(const lg_values *v, const char *name);
const char *lg_text(const lg_values *v, const char *name); /* LG_NAME and LG_TEXT; valid while v is unchanged */
const int *lg_lengths(const lg_values *v, const char *name, size_t *count);

/* The rows of a table, all in force, into the members of a struct (base/option.h). */
void lg_values_read(const lg_values *v, const lg_option *table, void *own);

/* Walking, in alphabetical order of names: canonical output needs no other order. */
size_t lg_values_count(const lg_values *v);
const lg_option *lg_values_option(const lg_values *v, size_t i);
bool lg_values_has(const lg_values *v, const char *name);
/* The value as canonical text: parses back to the same value; numbers in shortest form. Valid while v is unchanged. */
const char *lg_values_text(const lg_values *v, const char *name);
const char *lg_values_text_at(const lg_values *v, size_t i);

/* The options of an entry, which must be in force: all zeros where it has no struct. */
lg_own lg_own_read(const lg_entry *e, const lg_values *v);
/* The entry of a list that an option names, with its options, into an LG_CHOSEN of the list's scheme. */
#define LG_CHOOSE(chosen, list, v, axis)                                                                               \
    ((chosen).entry = lg_entry_find(list, lg_text(v, axis)),                                                           \
     (chosen).own = lg_own_read((const lg_entry *)(chosen).entry, v))

#endif
