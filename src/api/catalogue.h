/* catalogue.h: the lists that there are: axes, choices on them, their options, rules about what goes together. For
 * the program, which shares the library with others: no part of its stable interface, but exported. */
#ifndef LG_API_CATALOGUE_H
#define LG_API_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* The independent axes of a config, which has one choice on each. */
typedef struct lg_axis {
    const char *name;     /* the config key, for instance "encoding"; lg_axis_at walks all axes */
    const char *summary;  /* what is chosen here */
    const char *fallback; /* the default choice */
    const char *flag;     /* short flag without dashes ("task" for data), or "" */
} lg_axis;

/* One typed option: of a choice, or of every run. */
typedef struct lg_option_info {
    const char *name;     /* dotted key: "positions.L" */
    const char *type;     /* "bool", "int", "real", "name", "text", "lengths" */
    const char *fallback; /* default, as text */
    const char *choices;  /* for "name": the allowed values, separated by blanks; else "" */
    const char *bounds;   /* "1..65536", or "" when unbounded */
    const char *flag;     /* short flag without dashes ("steps" for train.steps), or "" */
    const char *help;     /* one line */
} lg_option_info;

/* One choice on one axis; or of "sublayer", a letter of model.order, or "setting", a name for options, which are no
 * axes. */
typedef struct lg_choice {
    const char *axis, *name, *summary;
    const char *formula; /* plain text, several lines, with shapes */
    const char *source;  /* paper and section or equation */
    const char
        *properties;       /* "level: regular, chance: 0.5" (level: in the Chomsky hierarchy), "shift-invariant", ... */
    const char *example;   /* a command or settings, and rows of the numbers that follow; several lines, or "" */
    const char *published; /* numbers that papers have for it, and where; several lines, or "" */
    double chance;         /* of a task: accuracy of a uniform guess; else NaN */
    bool order_invariant;  /* of a task: the answer does not depend on the order of the input */
} lg_choice;
size_t lg_axis_count(void);
lg_axis lg_axis_at(size_t i);
size_t lg_choice_count(void);
lg_choice lg_choice_at(size_t i);                      /* in the order of axes, then of the lists */
bool lg_choice_find(const char *name, lg_choice *out); /* "rope", or "encoding/none" where a name is on two axes */
/* What was meant by a name that no choice on the axis has, to stand behind a semicolon, "did you mean 'rope'?"; of any
 * axis (NULL). False: no name is like it. */
bool lg_choice_meant(const char *axis, const char *name, char *to, size_t size);
void lg_choice_list(const char *axis, char *to, size_t size); /* "rope, alibi" */
/* A name that is no value of this option, or on this axis, and is a choice on another axis. False: it is none. */
bool lg_choice_elsewhere(const char *key, const char *name, char *to, size_t size);
/* A mechanism that a file of formulas has, "my_bias.yaml" (config/formula_file.h); its texts live until the next call.
 * LG_USAGE: it is none. */
lg_status lg_choice_read(lg_context *c, const char *path, lg_choice *out);
size_t lg_choice_options(const char *axis, const char *name); /* number of options that the choice adds */
lg_option_info lg_choice_option(const char *axis, const char *name, size_t i);
/* May some blocks have this choice, and others another one? A value of such an axis may be a list, which repeats to the
 * depth: "window:512,window:512,causal". */
bool lg_choice_by_block(const char *axis, const char *name);
/* Can two choices on different axes be combined, with the default options of all? NO: a rule about both refuses them,
 * and lg_error_text has the reason. UNKNOWN: only rules about others refuse them, since a choice that one of them needs
 * is missing; or a name is wrong. */
typedef enum lg_together { LG_TOGETHER_YES, LG_TOGETHER_NO, LG_TOGETHER_UNKNOWN } lg_together;
lg_together lg_choices_together(lg_context *c, const char *const axes[2], const char *const names[2]);
/* A rule about choices: what is said where it is broken. Names in braces stand for what is chosen there: {mask}, or
 * {mask:} with its key; {model.order} for the value of an option. */
typedef struct lg_rule_info {
    const char *name, *keys; /* keys that it is about, separated by blanks */
    const char *words;
} lg_rule_info;
size_t lg_rule_count(void);
lg_rule_info lg_rule_at(size_t i);
/* Axes that a stream of a model has of its own, in architectures of two streams: "encoder.encoding" is an option with
 * the entries of the axis "encoding", and the options of the chosen one stand under the same prefix. The two calls
 * above take such an axis too. */
size_t lg_stream_axis_count(void);
lg_axis lg_stream_axis_at(size_t i);
/* Another name of the literature for a choice, or for one with options and choices on other axes: it stands wherever
 * that of a choice does. */
typedef struct lg_second_name {
    const char *axis, *name; /* "encoding", "kerple_power" */
    const char *choice;      /* what it means: "kerple" */
    const char *setting;     /* with these settings, "encoding.kernel: power", "cell: elman, store: stack", or "" */
    const char *also[3];     /* of these the choices, "cell/elman", "store/stack", and sublayers that it brings in,
                                "sublayer/switch"; ends with NULL */
} lg_second_name;
size_t lg_second_name_count(void);
lg_second_name lg_second_name_at(size_t i);
/* The name of an option of which `name` is a short or another one: "train.steps" of "steps", "mask" of "mask.name",
 * "encoding.frequencies" of "encoding.scaling"; any other name stays. */
const char *lg_option_full_name(const char *name);
size_t lg_common_option_count(void); /* options of every run: model.*, train.*, eval.*, ... */
lg_option_info lg_common_option(size_t i);

/* The words of formulas (lengthen help formula): functions with their arguments, "min(a, b)", and what the names mean
 * at the option `key`, "encoding.bias". name "": there are no more. */
typedef struct lg_formula_word {
    const char *name, *help;
} lg_formula_word;
lg_formula_word lg_formula_function_at(size_t i);
lg_formula_word lg_formula_operand_at(const char *key, size_t i);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
