/* sharing.c: see sharing.h. */
#include "nn/model/sharing.h"

#include <stdlib.h>
#include <string.h>

#include "nn/model/model.h"

static const char groups[] = "groups:";

/* Parses a number that ends at `end` or at the end of the text; -1: there is none, or it has leading zeros. */
static int read_number(const char *text, char end) {
    const size_t digits = strspn(text, "0123456789");
    const bool one = digits > 0 && digits < 6 && (*text != '0' || digits == 1);
    return one && (text[digits] == end || text[digits] == '\0') ? atoi(text) : -1;
}

/* The number of groups of neighbouring blocks; 0: the option has another form, or the number is out of range. */
static int count_groups(const char *share, int blocks) {
    if (!strcmp(share, "all")) return 1;
    if (!strcmp(share, "none")) return blocks;
    if (strncmp(share, groups, strlen(groups))) return 0;
    const int n = read_number(share + strlen(groups), '\0');
    return n >= 1 && n <= blocks ? n : 0;
}

/* Item i of a list of numbers; -1: none. */
static int read_set(const char *list, int i) {
    while (i-- > 0) {
        list = strchr(list, ',');
        if (!list) return -1;
        list++;
    }
    return read_number(list, ',');
}

/* Is the text a list of one number for each block, in which new numbers appear in the order 0, 1, 2, ...? With this
 * order, each way of sharing has only one spelling. */
static bool is_list(const char *share, int blocks) {
    int next = 0, commas = 0;
    for (const char *at = share; *at; at++) commas += *at == ',';
    if (strspn(share, "0123456789,") != strlen(share) || commas != blocks - 1) return false;
    for (int i = 0; i < blocks; i++) {
        const int set = read_set(share, i);
        if (set < 0 || set > next) return false;
        if (set == next) next++;
    }
    return true;
}

int lg_sharing_set(const lg_model_settings *s, int blocks, int block) {
    const char *share = s->share;
    if (!strcmp(share, "none")) return block;
    const int n = count_groups(share, blocks);
    return n > 0 ? block * n / blocks : read_set(share, block);
}

int lg_sharing_norm_set(const lg_model_settings *s, int blocks, int block) {
    return s->share_norms ? lg_sharing_set(s, blocks, block) : block;
}

/* Do blocks a and b have the same sublayers? */
static bool same_letters(const lg_order *o, int a, int b) {
    int i = o->begins[a], j = o->begins[b];
    const int end = o->begins[a + 1];
    if (end - i != o->begins[b + 1] - j) return false;
    for (; i < end; i++, j++)
        if (o->places[i].letter != o->places[j].letter) return false;
    return true;
}

static bool check_alike(const lg_model_settings *s, const lg_order *o, lg_error *err) {
    for (int b = 1; b < o->blocks; b++)
        for (int a = 0; a < b; a++)
            if (lg_sharing_set(s, o->blocks, a) == lg_sharing_set(s, o->blocks, b) && !same_letters(o, a, b))
                return lg_fail_keys(err, "model.share model.order",
                                    "model.share: blocks %d and %d of model.order: %s have different sublayers and "
                                    "cannot share parameters (use --model.share none)",
                                    a, b, s->order);
    return true;
}

bool lg_sharing_check(const lg_model_settings *s, const lg_order *o, lg_error *err) {
    const char *share = s->share;
    const int blocks = o->blocks;
    if (!strcmp(share, "none")) return true;
    if (count_groups(share, blocks) > 0 || is_list(share, blocks)) return check_alike(s, o, err);
    return lg_fail_keys(
        err, "model.share model.blocks",
        "model.share: expected none, all, groups:N with N in 1..%d, or a set for each of %d blocks, numbered from "
        "0 in order of appearance, such as 0,0,1; not '%.80s'",
        blocks, blocks, share);
}
