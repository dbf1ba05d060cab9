/* values.h: the checked values of options, by name. Code below config/ does not use them: config/describe.h converts
 * them into structs that describe models, data sets and trainings. */
#ifndef LG_CONFIG_VALUES_H
#define LG_CONFIG_VALUES_H

#include "base/entry.h"

typedef struct lg_values lg_values;
struct lg_custom_list;

lg_values *lg_values_new(void); /* NULL: out of memory */
void lg_values_free(lg_values *v);
lg_values *lg_values_copy(const lg_values *v); /* NULL: out of memory */
/* Sets the data registered by the program (data/custom.h), which the option `data` may name; NULL: none. The list must
 * outlive the values and their copies, which share it. */
void lg_values_set_custom(lg_values *v, const struct lg_custom_list *custom);
const struct lg_custom_list *lg_values_custom(const lg_values *v);

/* Adds the options of a table with their defaults. Options that exist keep their values. The table must outlive the
 * values. If `table` is NULL, nothing is added. Returns false if memory runs out; some of the options are then
 * missing. */
bool lg_values_add(lg_values *v, const lg_option *table);

/* Sets an option from text. LG_USAGE: the name is unknown, or the value is of the wrong type, out of bounds or not
 * among the choices. The message names the option, the value and what is expected, or the option most similar to an
 * unknown name. */
bool lg_values_set(lg_values *v, const char *name, const char *text, lg_error *err);

/* Reading. The option must exist and have the type of the function; otherwise an assertion fails. */
bool lg_bool(const lg_values *v, const char *name);
int64_t lg_int(const lg_values *v, const char *name);
double lg_real(const lg_values *v, const char *name);
const char *lg_text(const lg_values *v, const char *name); /* LG_NAME and LG_TEXT; valid while v is unchanged */
const int *lg_lengths(const lg_values *v, const char *name, size_t *count);

/* Reads the options of a table, which must all exist, into the members of a struct (base/option.h). */
void lg_values_read(const lg_values *v, const lg_option *table, void *own);

/* Iteration in alphabetical order, the canonical order of output. */
size_t lg_values_count(const lg_values *v);
const lg_option *lg_values_option(const lg_values *v, size_t i);
bool lg_values_has(const lg_values *v, const char *name);
/* The value as canonical text, from which the same value can be parsed. Numbers are in their shortest form. The text is
 * valid while v is unchanged. */
const char *lg_values_text(const lg_values *v, const char *name);
const char *lg_values_text_at(const lg_values *v, size_t i);

/* Reads the options of an entry. They must exist. All zeros if the entry has no struct of options. */
lg_own lg_own_read(const lg_entry *e, const lg_values *v);
/* Reads the choice on an axis and its options into `chosen`, an LG_CHOSEN of the list's entry type. */
#define LG_CHOOSE(chosen, list, v, axis)                                                                               \
    ((chosen).entry = lg_entry_find(list, lg_text(v, axis)),                                                           \
     (chosen).own = lg_own_read((const lg_entry *)(chosen).entry, v))

#endif
