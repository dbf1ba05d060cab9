/* order.c: see order.h. */
#include "nn/model/order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/axes/sublayer.h"

enum { LONGEST = 64 }; /* most letters in the repeated part of an order */

static const char sandwich[] = "sandwich:";

static const char memorizing[] = "memorizing";

bool lg_order_stores(const char *order) {
    return !strcmp(order, memorizing) || strchr(order, 'k');
}

/* The letters that an order repeats; for a sandwich, the letters of its middle. */
static const char *letters_in(const char *order) {
    if (!strcmp(order, "macaron")) return "fsf";
    return !strcmp(order, memorizing) || !strncmp(order, sandwich, strlen(sandwich)) ? "sf" : order;
}

/* For the order "memorizing": the index of the sublayer "k" that replaces an "s", in the fourth block from the top or,
 * with at most four blocks, in the first (Wu et al. 2022, block 9 of 12); else -1. */
static int sublayer_that_stores(const char *order, int blocks) {
    return strcmp(order, memorizing) ? -1 : blocks > 4 ? 2 * (blocks - 4) : 0;
}

/* The coefficient K of an order "sandwich:K"; 0 for other orders. */
static int coefficient_in(const char *order) {
    return strncmp(order, sandwich, strlen(sandwich)) ? 0 : atoi(order + strlen(sandwich));
}

/* Rejects leading zeros, so that each order has only one spelling. */
static bool check_sandwich(const char *digits, int blocks, lg_error *err) {
    const size_t n = strspn(digits, "0123456789");
    const bool number = n > 0 && n <= 4 && digits[n] == '\0' && (*digits != '0' || n == 1);
    if (number && atoi(digits) < blocks) return true;
    return lg_fail_keys(err, "model.order model.blocks",
                        "model.order: sandwich:K needs a K in 0..%d, below model.blocks, not '%.32s'", blocks - 1,
                        digits);
}

/* Is the letter allowed in orders? */
static bool is_listed(char letter) {
    const lg_sublayer *s = lg_sublayer_find(letter);
    return s && s->summary;
}

static bool mixes_tokens(char letter) {
    const lg_sublayer *s = lg_sublayer_find(letter);
    return s && s->mixes_tokens;
}

bool lg_order_writes_cross(const char *order) {
    const char *letters = letters_in(order);
    size_t known = 0, mixers = 0;
    for (const char *at = letters; *at; at++) known += strchr("c|", *at) || is_listed(*at), mixers += mixes_tokens(*at);
    return strchr(letters, 'c') && known == strlen(letters) && known + mixers < LG_ORDER_SIZE;
}

bool lg_order_place_cross(const char *order, char with[static LG_ORDER_SIZE], char without[static LG_ORDER_SIZE]) {
    char *end = with;
    for (const char *at = order; *at; at++) {
        if (*at == 'c') continue;
        *end++ = *without++ = *at;
        if (mixes_tokens(*at)) *end++ = 'c';
    }
    *end = *without = '\0';
    return !strcmp(order, with);
}

/* Writes "s (self-attention), f (feed-forward)". */
static void list_letters(char *out, size_t capacity) {
    size_t n = 0;
    for (int i = 0; lg_sublayers[i] && n < capacity; i++) {
        const lg_sublayer *s = lg_sublayers[i];
        if (s->summary)
            n += (size_t)snprintf(out + n, capacity - n, "%s%c (%s)", n > 0 ? ", " : "", s->letter, s->summary);
    }
}

/* Counts the letters, without bars. */
static size_t count_letters(const char *order) {
    size_t n = 0;
    for (; *order; order++) n += *order != '|';
    return n;
}

/* Letter i, without counting bars. */
static const char *find_letter(const char *order, size_t i) {
    for (;; order++)
        if (*order != '|' && i-- == 0) return order;
}

static bool check_bars(const char *order, lg_error *err) {
    return (*order != '|' && !strstr(order, "||")) ||
           lg_fail_keys(err, "model.order",
                        "model.order: a layer of '%.80s' has no sublayers (expected letters before each |, as in s|ff)",
                        order);
}

bool lg_order_check(const lg_model_settings *s, lg_error *err) {
    const char *order = s->order, *letters = letters_in(order);
    const size_t n = count_letters(letters);
    char known[400];
    size_t good = 0, mixers = 0;
    if (!strncmp(order, sandwich, strlen(sandwich))) return check_sandwich(order + strlen(sandwich), s->blocks, err);
    for (const char *at = letters; *at; at++) good += is_listed(*at), mixers += mixes_tokens(*at);
    list_letters(known, sizeof known);
    if (good < n || n > LONGEST)
        return lg_fail_keys(err, "model.order",
                            "model.order: expected up to %d letters of %s, such as fsf, with | where a layer ends, or "
                            "macaron, memorizing or sandwich:K, not '%.80s'",
                            LONGEST, known, order);
    if (mixers > 0) return check_bars(letters, err);
    return lg_fail_keys(err, "model.order",
                        "model.order: '%s' has no sublayer that mixes tokens, such as self-attention (add an s)",
                        order);
}

/* ---- reading ---- */

/* A parsed order. */
typedef struct script {
    const char *letters; /* the repeated letters, with bars */
    bool bars;
    int each, count; /* number of letters without bars: in one repetition; in all repetitions */
    int stores, sandwich;
} script;

static script script_of(const char *order, int blocks) {
    const char *letters = letters_in(order);
    const size_t n = count_letters(letters);
    script s = {.letters = letters, .bars = strchr(letters, '|'), .each = n < LONGEST ? (int)n : LONGEST};
    s.count = s.each * blocks;
    s.stores = sublayer_that_stores(order, blocks);
    s.sandwich = coefficient_in(order);
    return s;
}

static char letter_at(const script *s, int i) {
    if (i == s->stores) return 'k';
    if (i < s->sandwich) return 's';
    if (i >= s->count - s->sandwich) return 'f';
    return *find_letter(s->letters, (size_t)((i - s->sandwich) % s->each));
}

static bool begins_layer(const script *s, char letter, int i) {
    if (i == 0) return true;
    if (!s->bars) return mixes_tokens(letter);
    const int at = i % s->each;
    return at == 0 || find_letter(s->letters, (size_t)at)[-1] == '|';
}

/* The options of a sublayer. */
static lg_own own_of(const lg_sublayer *s, const lg_own *sublayers) {
    int i = 0;
    while (lg_sublayers[i] != s) i++;
    return sublayers[i];
}

static lg_place place_at(const script *s, int i, const lg_own *sublayers) {
    const char letter = letter_at(s, i);
    lg_place p = {.letter = letter, .sublayer = lg_sublayer_find(letter), .begins_layer = begins_layer(s, letter, i)};
    if (p.sublayer) p.own = own_of(p.sublayer, sublayers);
    return p;
}

static bool mixes(const lg_place *p) {
    return p->sublayer && p->sublayer->mixes_tokens;
}

/* The end of the block that begins at place i. */
static int block_end(const lg_order *o, int i) {
    bool seen[128] = {false}, mixed = false;
    for (; i < o->count; i++) {
        const lg_place *p = &o->places[i];
        bool *before = &seen[p->letter & 127];
        if (*before || (mixed && mixes(p))) break;
        *before = true;
        mixed |= mixes(p);
    }
    return i;
}

bool lg_order_read(lg_order *o, const lg_model_settings *settings, const lg_own *sublayers) {
    const script s = script_of(settings->order, settings->blocks);
    const size_t count = (size_t)s.count;
    *o = (lg_order){.places = calloc(count + 1, sizeof *o->places), .begins = calloc(count + 1, sizeof *o->begins)};
    if (!o->places || !o->begins) return false;
    for (o->count = 0; o->count < s.count; o->count++) {
        o->places[o->count] = place_at(&s, o->count, sublayers);
        o->layers += o->places[o->count].begins_layer;
    }
    for (int i = 0; i < o->count; o->begins[++o->blocks] = i) i = block_end(o, i);
    return true;
}

void lg_order_free(lg_order *o) {
    free(o->places);
    free(o->begins);
    *o = (lg_order){0};
}

/* ---- properties ---- */

int lg_order_count(const lg_order *o, char letter) {
    int count = 0;
    for (int i = 0; i < o->count; i++) count += o->places[i].letter == letter;
    return count;
}

const lg_place *lg_order_find(const lg_order *o, char letter) {
    for (int i = 0; i < o->count; i++)
        if (o->places[i].letter == letter) return &o->places[i];
    return NULL;
}

int lg_order_attentions(const lg_order *o) {
    int count = 0;
    for (int i = 0; i < o->count; i++) count += o->places[i].sublayer && o->places[i].sublayer->attends;
    return count;
}

int lg_order_experts(const lg_order *o) {
    for (const lg_place *p = o->places; p < o->places + o->count; p++)
        if (p->sublayer && p->sublayer->experts) return p->sublayer->experts(&p->own);
    return 0;
}

int lg_order_store(const lg_order *o) {
    for (const lg_place *p = o->places; p < o->places + o->count; p++)
        if (p->sublayer && p->sublayer->stores) return p->sublayer->stores(&p->own);
    return 0;
}

bool lg_order_reads_whole(const lg_order *o) {
    for (int i = 0; i < o->count; i++)
        if (o->places[i].sublayer && o->places[i].sublayer->whole) return true;
    return false;
}
