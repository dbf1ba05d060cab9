/* pcfg.c: task of evaluating expressions of string edit functions. */
#include "data/pcfg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/text_task.h"

enum { TRAINED_LONGEST = 200, TESTED_LONGEST = 400 /* target tokens */ };

/* ---- numbers of examples ---- */

/* Numbers of expressions of the corpus, by number of functions. The corpus has 81,010 samples of up to 8 functions,
 * which are divided here in the proportions of the 14,581 published samples. The numbers for more than 8 functions
 * are those of its test samples. */
static const int corpus[] = {0,    1424, 11835, 17892, 17373, 12221, 9462, 6120, 4683, 3232, 2296, 1738,
                             1175, 811,  631,   411,   271,   225,   154,  103,  68,   67,   46,   34,
                             18,   28,   5,     6,     5,     2,     4,    0,    2,    0,    0,    1};
enum {
    LONGEST = sizeof corpus / sizeof *corpus - 1,
    TRAINED = 8,  /* maximum number of functions in a training expression */
    TESTS = 11333 /* number of expressions of the corpus with more than TRAINED functions */
};

static const int *lengths(const lg_dataset *d, lg_split split, size_t *out) {
    static const int all[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
                              17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 32, 35};
    (void)d;
    *out = split == LG_SPLIT_TEST ? sizeof all / sizeof *all : TRAINED;
    return all;
}

/* Sums `corpus` over the training lengths. */
static int64_t count_trained(const lg_dataset *d) {
    size_t count = d->settings.trained.count;
    int64_t sum = 0;
    const int *trained = count > 0 ? d->settings.trained.values : lengths(d, LG_SPLIT_TRAIN, &count);
    for (size_t i = 0; i < count && trained[i] <= TRAINED; i++) sum += corpus[trained[i]];
    return sum > 0 ? sum : 1;
}

static int64_t count(const lg_dataset *d, lg_split split, int length) {
    const bool tested = split == LG_SPLIT_TEST;
    if (length > (tested ? LONGEST : TRAINED) || corpus[length] == 0) return 0;
    const lg_text_task_settings *own = lg_text_task_own(d);
    const double all = tested ? own->test_examples : own->examples;
    const double part = split == LG_SPLIT_VALIDATION ? own->validation : 1;
    const double number = all * part * corpus[length] / (double)(tested ? TESTS : count_trained(d));
    return number < 1 && part > 0 ? 1 : llround(number);
}

/* ---- composing ---- */

static int least(int a, int b) {
    return a < b ? a : b;
}

/* Sources are longest if all functions are binary and all strings have maximum length. Targets are longest if all
 * functions are "repeat". */
static lg_record_size bound(const lg_dataset *d, int length) {
    const int source = 2 * length + (length + 1) * LG_PCFG_STRING_MAX, target = LG_PCFG_STRING_MAX << least(length, 7);
    return (lg_record_size){lg_text_task_before(d) + least(source, LG_PCFG_SOURCE_MAX), least(target, TESTED_LONGEST)};
}

static void write_tokens(const int32_t *tokens, int n, lg_text_writer *w) {
    for (int i = 0; i < n; i++) lg_text_write(w, lg_pcfg_words[tokens[i]]);
}

/* Uses the first expression drawn with its key for which source and target are short enough. */
static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    int32_t expression[LG_PCFG_SOURCE_MAX], value[TESTED_LONGEST];
    const int longest = x->split == LG_SPLIT_TEST ? TESTED_LONGEST : TRAINED_LONGEST;
    lg_random r = lg_random_from(lg_text_task_key(d, x));
    int n, m;
    do {
        n = lg_pcfg_draw(&r, x->length, expression);
        m = n < 0 ? -1 : lg_pcfg_evaluate(expression, n, value, longest);
    } while (m < 0);
    write_tokens(expression, n, source);
    write_tokens(value, m, target);
}

/* ---- checking: a stack machine that reads an expression backward ---- */

/* A comma or a value on the stack. A value of more than `longest` tokens is not stored: a function will remove it. */
typedef struct item {
    int size;     /* number of tokens of the value; 0: a comma */
    int32_t *ids; /* [longest] */
} item;

typedef struct machine {
    item *items; /* [tokens of the expression] */
    int count, longest;
    int first;   /* index of the expression's first token */
    item result; /* value of a function */
} machine;

static bool is_string(const char *word) {
    char *end;
    const long number = strtol(word + 1, &end, 10);
    return *word >= 'A' && *word <= 'Z' && word[1] >= '1' && word[1] <= '9' && *end == '\0' && number <= 20;
}

/* Appends tokens from..to-1 of a value to the result. */
static void put_part(machine *s, const item *x, int from, int to) {
    item *out = &s->result;
    if (x->size > s->longest || out->size + to - from > s->longest) {
        out->size = s->longest + 1;
        return;
    }
    memcpy(out->ids + out->size, x->ids + from, (size_t)(to - from) * sizeof *x->ids);
    out->size += to - from;
}

static void put_all(machine *s, const item *x) {
    put_part(s, x, 0, x->size);
}

static void push_item(machine *s, const item *x) {
    item *top = &s->items[s->count++];
    top->size = x->size;
    if (x->size <= s->longest) memcpy(top->ids, x->ids, (size_t)x->size * sizeof *x->ids);
}

/* The item at this position below the top of the stack if it is a value; otherwise NULL. */
static const item *find_value(const machine *s, int below) {
    const int at = s->count - 1 - below;
    return at >= 0 && s->items[at].size > 0 ? &s->items[at] : NULL;
}

enum {
    COPY,
    REVERSE,
    SHIFT,
    ECHO,
    SWAP_FIRST_LAST,
    REPEAT,
    BINARY,
    APPEND = BINARY,
    PREPEND,
    REMOVE_FIRST,
    REMOVE_SECOND,
    FUNCTIONS
};
static const char *const names[FUNCTIONS] = {"copy",   "reverse", "shift",   "echo",         "swap_first_last",
                                             "repeat", "append",  "prepend", "remove_first", "remove_second"};

/* Computes a function: unary functions of x, binary functions of x and y. */
static void put_value(machine *s, int f, const item *x, const item *y) {
    const int n = x->size;
    s->result.size = 0;
    switch (f) {
    case REVERSE:
        for (int i = n - 1; i >= 0; i--) put_part(s, x, i, i + 1);
        return;
    case SWAP_FIRST_LAST:
        if (n > 1) put_part(s, x, n - 1, n);
        if (n > 1) put_part(s, x, 1, n - 1);
        put_part(s, x, 0, 1);
        return;
    case SHIFT:
        put_part(s, x, 1, n);
        put_part(s, x, 0, 1);
        return;
    }
    if (f == PREPEND || f == REMOVE_FIRST) put_all(s, y);
    if (f != REMOVE_FIRST) put_all(s, x);
    if (f == ECHO) put_part(s, x, n - 1, n);
    if (f == REPEAT) put_all(s, x);
    if (f == APPEND) put_all(s, y);
}

/* Pops the arguments of a function and the comma between them, and pushes the function's value. */
static bool apply_function(machine *s, const char *name) {
    const item *x = find_value(s, 0), *y = find_value(s, 2);
    int f = 0;
    while (f < FUNCTIONS && strcmp(name, names[f])) f++;
    if (f == FUNCTIONS || !x || (f >= BINARY && (!y || find_value(s, 1)))) return false;
    put_value(s, f, x, y);
    s->count -= f < BINARY ? 1 : 3;
    push_item(s, &s->result);
    return true;
}

/* Reads backward: the string, comma or function that ends before token *end of the source. */
static bool read_back(machine *s, const lg_text_reader *source, int *end, int *functions) {
    const char *const *words = source->words, *word = words[source->ids[*end - 1]];
    const int last = *end;
    if (!is_string(word)) --*end;
    if (!strcmp(word, ",")) {
        s->items[s->count++].size = 0;
        return find_value(s, 1);
    }
    if (!is_string(word)) {
        ++*functions;
        return apply_function(s, word);
    }
    while (*end > s->first && is_string(words[source->ids[*end - 1]])) --*end;
    s->result.size = 0;
    put_part(s, &(item){.ids = (int32_t *)source->ids}, *end, last);
    push_item(s, &s->result);
    return true;
}

static bool evaluate(machine *s, const lg_text_reader *source, int functions) {
    int seen = 0;
    for (int end = source->count; end > s->first;)
        if (!read_back(s, source, &end, &seen)) return false;
    return s->count == 1 && seen == functions;
}

static bool check(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
    const size_t longest = (size_t)target.count, items = (size_t)source.count;
    if (lg_text_task_own(d)->prefix && !lg_read_words(&source, "Solve :")) return false;
    if (lg_read_ended(&source) || target.count < 1) return false;
    item *all = calloc(items, sizeof *all);
    int32_t *ids = calloc((items + 1) * longest, sizeof *ids);
    machine s = {all, 0, target.count, source.at, {0, ids + items * longest}};
    for (size_t i = 0; all && ids && i < items; i++) all[i].ids = ids + i * longest;
    const bool good = all && ids && evaluate(&s, &source, r->length) && all[0].size == target.count &&
                      !memcmp(all[0].ids, target.ids, longest * sizeof *ids);
    free(ids);
    free(all);
    return good;
}

static const lg_option options[] = {
    {"data.examples", LG_INT, "72909", 1, 1e9, NULL, "number of training examples over all lengths of the curriculum",
     .at = offsetof(lg_text_task_settings, examples)},
    {"data.validation", LG_REAL, "0.1111", 0, 10, NULL,
     "validation examples of each length, as a fraction of the training examples of this length",
     .at = offsetof(lg_text_task_settings, validation)},
    {"data.test_examples", LG_INT, "11333", 1, 1e9, NULL, "test examples with more than 8 functions",
     .at = offsetof(lg_text_task_settings, test_examples)},
    LG_TEXT_TASK_SEED("random seed of all examples"),
    LG_PREFIX_OPTION,
    {0},
};
static const lg_entry_default defaults[] = {
    {"architecture", "decoder"}, {"curriculum", "epochs"}, {"metric", "exact_match"}, {0}};

const lg_text_task lg_text_task_pcfg = {
    .name = "pcfg",
    .summary = "the value of an expression of n string-editing functions",
    .formula = "Solve: remove_second K3 F20 , reverse echo E19 Y4 [SEP] K3 F20 </s>\n"
               "copy R11 B10 -> R11 B10\n"
               "swap_first_last shift reverse copy M2 H16 K3 Z20 -> Z20 H16 M2 K3\n"
               "copy x: x. reverse x: x reversed. shift x: its first word moves to the end. echo x: x and its last\n"
               "word. swap_first_last x: x with its first and last words swapped. repeat x: x x.\n"
               "append x , y: x y. prepend x , y: y x. remove_first x , y: y. remove_second x , y: x.\n"
               "Expressions are random. A function is unary with probability 0.6; all functions of the same arity\n"
               "are equally likely. The two arguments of a binary function share the remaining functions; all\n"
               "divisions are equally likely. Strings have 2, 3, 4 or 5 of the words A1..Z20, with probabilities\n"
               "0.159, 0.297, 0.277 and 0.267. A sample is drawn again if the source has more than 71 tokens or\n"
               "the target has more than 200 (in the test split, 400). Lengths n are distributed as in PCFG SET.\n"
               "Training has lengths up to 8. The test split has all lengths, and data.test_examples examples\n"
               "longer than 8.",
    .source = "Hupkes et al. 2020, Compositionality Decomposed (JAIR), PCFG SET, sampled anew with "
              "the statistics of its corpus; prefix and lengths as in Kazemnejad et al. 2023",
    .options = options,
    .own_bytes = LG_OWN(lg_text_task_settings),
    .defaults = defaults,
    .chance = 0,
    .methods = &lg_text_list_methods,
    .words = lg_pcfg_words,
    .before = "Solve: ",
    .between = "[SEP] ",
    .count = count,
    .lengths = lengths,
    .bound = bound,
    .compose = compose,
    .check = check,
};
