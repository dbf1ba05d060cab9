/* catalogue.h: the catalogue: axes, the choices on them, their options, and the rules about combinations. Exported for
 * the program, but not part of the stable interface. */
#ifndef LG_API_CATALOGUE_H
#define LG_API_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* An axis of a config. A config has one choice on each axis. */
typedef struct lg_axis {
    const char *name;     /* the config key, such as "encoding" */
    const char *summary;  /* what a choice on this axis determines */
    const char *fallback; /* the default choice */
    const char *flag;     /* short flag without dashes ("task" for data), or "" */
} lg_axis;

/* One typed option of a choice, or of every run. */
typedef struct lg_option_info {
    const char *name;     /* dotted key: "positions.L" */
    const char *type;     /* "bool", "int", "real", "name", "text", "lengths" */
    const char *fallback; /* default, as text */
    const char *choices;  /* for "name": the allowed values, separated by blanks; otherwise "" */
    const char *bounds;   /* "1..65536"; "": unbounded */
    const char *flag;     /* short flag without dashes ("steps" for train.steps), or "" */
    const char *help;     /* one line */
} lg_option_info;

/* One choice on one axis. Two values of `axis` are not axes: "sublayer" for letters of model.order, "setting" for names
 * of option groups. */
typedef struct lg_choice {
    const char *axis, *name, *summary;
    const char *formula;    /* plain text, several lines, with shapes */
    const char *source;     /* paper and section or equation */
    const char *properties; /* "level: regular, chance score: 0.5" (level in the Chomsky hierarchy),
                               "shift-invariant", ... */
    const char *example;    /* a command or settings, followed by the numbers that they give; several lines, or "" */
    const char *published;  /* numbers published in papers, with their source; several lines, or "" */
    double chance;          /* for a task: accuracy of a uniform guess; otherwise NaN */
    bool order_invariant;   /* for a task: the answer does not depend on the order of the input */
} lg_choice;
size_t lg_axis_count(void);
lg_axis lg_axis_at(size_t i);
size_t lg_choice_count(void);
lg_choice lg_choice_at(size_t i);                      /* by axis, then in list order */
bool lg_choice_find(const char *name, lg_choice *out); /* "rope", or "encoding/none" if the name is on two axes */
/* Suggests a similar name for an unknown name on an axis (NULL: any axis): "did you mean 'rope'?". Messages append this
 * text after a semicolon. False: no name is similar. */
bool lg_choice_meant(const char *axis, const char *name, char *to, size_t size);
void lg_choice_list(const char *axis, char *to, size_t size); /* "rope, alibi" */
/* For a name that is not a value of this option or axis, finds a choice of that name on another axis, and writes
 * advice. False: there is none. */
bool lg_choice_elsewhere(const char *key, const char *name, char *to, size_t size);
/* Reads a mechanism from a formula file, "my_bias.yaml" (config/formula_file.h). The texts of *out are valid until the
 * next call. LG_USAGE: not a formula file. */
lg_status lg_choice_read(lg_context *c, const char *path, lg_choice *out);
size_t lg_choice_options(const char *axis, const char *name); /* number of options that the choice adds */
lg_option_info lg_choice_option(const char *axis, const char *name, size_t i);
/* Can blocks differ in this choice? A value of such an axis may be a list, which repeats over the blocks:
 * "window:512,window:512,causal". */
bool lg_choice_by_block(const char *axis, const char *name);
/* Can two choices on different axes be combined, with default options? NO: a rule about both choices is violated;
 * lg_error_text has the reason. UNKNOWN: only rules about other axes are violated, because one of the two choices
 * requires a choice on a third axis that is not set; or a name is unknown. */
typedef enum lg_together { LG_TOGETHER_YES, LG_TOGETHER_NO, LG_TOGETHER_UNKNOWN } lg_together;
lg_together lg_choices_together(lg_context *c, const char *const axes[2], const char *const names[2]);
/* A rule about choices. `words` is the message if it is violated. Names in braces are placeholders: {mask} for the
 * current choice, {mask:} for the choice with its key, {model.order} for the value of an option. */
typedef struct lg_rule_info {
    const char *name, *keys; /* keys that the rule reads, separated by blanks */
    const char *words;
} lg_rule_info;
size_t lg_rule_count(void);
lg_rule_info lg_rule_at(size_t i);
/* Axes that each stream of a two-stream model has separately: "encoder.encoding" is an option with the choices of the
 * axis "encoding", and the options of the choice have the same prefix. lg_choice_options and lg_choice_option also
 * accept such an axis. */
size_t lg_stream_axis_count(void);
lg_axis lg_stream_axis_at(size_t i);
/* An alias: another name from the literature for a choice, possibly together with values of options and choices on
 * other axes. It can be used wherever the choice's name can. */
typedef struct lg_second_name {
    const char *axis, *name; /* "encoding", "kerple_power" */
    const char *choice;      /* the choice that it stands for: "kerple" */
    const char *setting;     /* settings it implies: "encoding.kernel: power", "cell: elman, store: stack", or "" */
    const char *also[3];     /* further choices that it makes, "cell/elman", "store/stack", and sublayers that it adds,
                                "sublayer/switch"; ends with NULL */
} lg_second_name;
size_t lg_second_name_count(void);
lg_second_name lg_second_name_at(size_t i);
/* The full name of an option from a short name or synonym: "train.steps" for "steps", "mask" for "mask.name",
 * "encoding.frequencies" for "encoding.scaling". Other names are returned unchanged. */
const char *lg_option_full_name(const char *name);
size_t lg_common_option_count(void); /* options of every run: model.*, train.*, eval.*, ... */
lg_option_info lg_common_option(size_t i);

/* The words of formulas (lengthen help formula): functions with their arguments, "min(a, b)", and operands with their
 * meaning in the option `key`, "encoding.bias". Past the last one, name is "". */
typedef struct lg_formula_word {
    const char *name, *help;
} lg_formula_word;
lg_formula_word lg_formula_function_at(size_t i);
lg_formula_word lg_formula_operand_at(const char *key, size_t i);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
