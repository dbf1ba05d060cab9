/* scan.c: task of translating SCAN commands into actions. */
#include "data/scan.h"

#include <string.h>

#include "base/permutation.h"
#include "data/text_task.h"

static const char *const words[] = {"[SEP]", "Solve", ":",        "walk",   "look",  "run",    "jump", "turn",
                                    "left",  "right", "opposite", "around", "twice", "thrice", "and",  "after",
                                    "Walk",  "Look",  "Run",      "Jump",   "Left",  "Right",  NULL};

typedef struct scan {
    lg_text_task_settings common;
    enum { PAPER, ORIG } split;
} scan;

static const lg_option options[] = {
    {"data.split", LG_NAME, "paper", 0, 0, "paper orig",
     "training split: paper: commands of up to 25 actions; orig: commands of up to 22 actions, as in the original data "
     "set",
     .at = offsetof(scan, split)},
    {"data.validation", LG_REAL, "0.1", 0, 0.9, NULL,
     "fraction of the training commands that is held out for validation", .at = offsetof(scan, common.validation)},
    LG_TEXT_TASK_SEED("random seed of the held-out commands"),
    LG_PREFIX_OPTION,
    {0},
};

/* ---- splits ---- */

/* Lengths of the commands, ascending. */
static const int all_lengths[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17,
                                  18, 19, 20, 21, 22, 24, 25, 26, 27, 28, 30, 32, 33, 36, 40, 48};
enum { LENGTHS = sizeof all_lengths / sizeof *all_lengths };

/* The longest training length. */
static int threshold(const lg_dataset *d) {
    return ((const scan *)d->own)->split == ORIG ? 22 : 25;
}

/* Number of held-out (validation) commands of a length that is not a test length. The cumulative number up to each
 * length is rounded, not the number of each length, so rounding errors do not add up. */
static int count_held_out(const lg_dataset *d, int length) {
    const double part = lg_text_task_own(d)->validation;
    int before = 0;
    for (int n = 1; n < length; n++) before += lg_scan_count(n);
    return (int)(part * (before + lg_scan_count(length))) - (int)(part * before);
}

static int64_t count(const lg_dataset *d, lg_split split, int length) {
    const int all = lg_scan_count(length);
    if ((split == LG_SPLIT_TEST) != (length > threshold(d))) return 0;
    if (split == LG_SPLIT_TEST) return all;
    const int held_out = count_held_out(d, length);
    return split == LG_SPLIT_VALIDATION ? held_out : all - held_out;
}

static const int *lengths(const lg_dataset *d, lg_split split, size_t *out) {
    size_t trained = 0;
    while (all_lengths[trained] <= threshold(d)) trained++;
    *out = split == LG_SPLIT_TEST ? LENGTHS - trained : trained;
    return split == LG_SPLIT_TEST ? all_lengths + trained : all_lengths;
}

static lg_record_size bound(const lg_dataset *d, int length) {
    return (lg_record_size){lg_text_task_before(d) + LG_SCAN_WORDS_MAX, length};
}

/* Writes a command of a length. The commands are in random order, and held-out commands come last. */
static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    const lg_text_example first = {.split = LG_SPLIT_TRAIN, .length = x->length};
    const int64_t before = x->split == LG_SPLIT_VALIDATION ? count(d, LG_SPLIT_TRAIN, x->length) : 0;
    const uint64_t all = (uint64_t)lg_scan_count(x->length);
    const uint64_t k = lg_permutation(lg_text_task_key(d, &first), all, (uint64_t)(before + x->number));
    const int command = lg_scan_find(x->length, (int)k);
    lg_scan_write_command(command, source);
    lg_scan_write_actions(command, target);
}

/* ---- checking: evaluates the words of a phrase from the last word to the first ---- */

enum { ACTIONS_MAX = 24 /* maximum per phrase */ };

typedef struct actions {
    int count; /* -1: the words are not a phrase */
    const char *name[ACTIONS_MAX];
} actions;

static const actions no_phrase = {.count = -1};

/* The second word of the pair that has this first word; NULL: there is no such pair. */
static const char *translate(const char *word, const char *const (*pairs)[2], int count) {
    for (int i = 0; i < count; i++)
        if (!strcmp(word, pairs[i][0])) return pairs[i][1];
    return NULL;
}

static actions repeat(actions a, int times) {
    const int count = a.count;
    if (count < 0) return a;
    for (a.count = 0; a.count < times * count; a.count++) a.name[a.count] = a.name[a.count % count];
    return a;
}

static actions act(const char *first, const char *second, const char *third) {
    const char *const names[] = {first, second, third};
    actions a = {0};
    for (int i = 0; i < 3; i++)
        if (names[i] && *names[i] != '\0') a.name[a.count++] = names[i];
    return a;
}

/* Actions of a phrase of up to three words, without repetition. */
static actions act_once(const char *const *word, int count) {
    static const char *const verbs[][2] = {
        {"walk", "Walk"}, {"look", "Look"}, {"run", "Run"}, {"jump", "Jump"}, {"turn", ""}};
    static const char *const directions[][2] = {{"left", "Left"}, {"right", "Right"}};
    const char *verb = count > 0 ? translate(word[0], verbs, 5) : NULL;
    if (count == 1 && verb && *verb != '\0') return act(verb, NULL, NULL);
    const char *turn = verb && count > 1 ? translate(word[count - 1], directions, 2) : NULL;
    if (turn && count == 2) return act(turn, verb, NULL);
    if (turn && count == 3 && !strcmp(word[1], "opposite")) return act(turn, turn, verb);
    if (turn && count == 3 && !strcmp(word[1], "around")) return repeat(act(turn, verb, NULL), 4);
    return no_phrase;
}

static actions act_phrase(const char *const *word, int count) {
    const char *last = count > 0 ? word[count - 1] : "";
    const int times = !strcmp(last, "thrice") ? 3 : !strcmp(last, "twice") ? 2 : 1;
    return times == 1 ? act_once(word, count) : repeat(act_once(word, count - 1), times);
}

static bool read_actions(lg_text_reader *x, const actions *a) {
    bool same = a->count >= 0;
    for (int i = 0; same && i < a->count; i++) same = lg_read_words(x, a->name[i]);
    return same;
}

static bool check(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
    const char *word[LG_SCAN_WORDS_MAX] = {NULL};
    int count = 0, middle = 0;
    if (lg_text_task_own(d)->prefix && !lg_read_words(&source, "Solve :")) return false;
    while (!lg_read_ended(&source) && count < LG_SCAN_WORDS_MAX) word[count++] = lg_read_word(&source);
    while (middle < count && strcmp(word[middle], "and") && strcmp(word[middle], "after")) middle++;
    if (!lg_read_ended(&source) || target.count != r->length) return false;
    const actions left = act_phrase(word, middle);
    if (middle == count) return read_actions(&target, &left) && lg_read_ended(&target);
    const actions right = act_phrase(word + middle + 1, count - middle - 1);
    const bool reversed = !strcmp(word[middle], "after");
    return read_actions(&target, reversed ? &right : &left) && read_actions(&target, reversed ? &left : &right) &&
           lg_read_ended(&target);
}

static const lg_entry_default defaults[] = {
    {"architecture", "decoder"}, {"curriculum", "epochs"}, {"metric", "exact_match"}, {0}};

const lg_text_task lg_text_task_scan = {
    .name = "scan",
    .summary = "commands translated into n actions",
    .formula = "Solve: run opposite right twice and walk [SEP] Right Right Run Right Right Run Walk </s>\n"
               "turn opposite left -> Left Left\n"
               "look around left after jump left twice\n"
               "  -> Left Jump Left Jump Left Look Left Look Left Look Left Look\n"
               "C -> S | S and S | S after S; S -> V | V twice | V thrice;\n"
               "V -> U | U D | turn D | U opposite D | turn opposite D | U around D | turn around D;\n"
               "U -> walk | look | run | jump; D -> left | right. The data set has all 20,910 commands.\n"
               "walk left: Left Walk. walk opposite left: Left Left Walk. walk around left: four times Left Walk.\n"
               "turn itself adds no action. x after y: the actions of y, then the actions of x.\n"
               "The test split has all commands of more than 25 actions (data.split: orig: of 24 or more actions).\n"
               "data.validation is the fraction of the training commands that is held out.",
    .source =
        "Lake & Baroni 2018, Generalization without Systematicity (ICML), the whole language; action names, prefix "
        "and lengths as in Kazemnejad et al. 2023",
    .options = options,
    .own_bytes = LG_OWN(scan),
    .defaults = defaults,
    .chance = 0,
    .methods = &lg_text_list_methods,
    .words = words,
    .before = "Solve: ",
    .between = "[SEP] ",
    .count = count,
    .lengths = lengths,
    .bound = bound,
    .compose = compose,
    .check = check,
};
