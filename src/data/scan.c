/* scan.c: see scan.h. */
#include "data/scan.h"

#include <assert.h>

/* Order of the symbols of the grammar in scan.h:
 *   - commands: first "S", then "S and S", then "S after S"; the right S changes fastest
 *   - S: ordered by V; each V is followed by "V twice" and "V thrice"
 *   - V: first the four U, then the V with a direction, ordered by verb, manner and direction; the direction changes
 *     fastest */
enum { VERBS = 4, TURN = 4, DIRECTIONS = 2, MANNERS = 3, TIMES = 3 };
enum { PLAIN, OPPOSITE, AROUND };

typedef struct phrase {
    int verb; /* 0..VERBS-1, or TURN: there is no verb */
    bool directed;
    int direction, manner; /* used only if there is a direction */
    int times;             /* 1..3 */
} phrase;

typedef struct command {
    phrase left, right;
    enum { ALONE, AND, AFTER } form; /* ALONE: there is no right phrase */
} command;

static phrase phrase_of(int s) {
    const int v = s / TIMES, times = 1 + s % TIMES, x = v - VERBS;
    if (x < 0) return (phrase){.verb = v, .times = times};
    return (phrase){x / (MANNERS * DIRECTIONS), true, x % DIRECTIONS, x / DIRECTIONS % MANNERS, times};
}

static command command_of(int number) {
    const int x = number - LG_SCAN_PHRASES;
    if (x < 0) return (command){.left = phrase_of(number), .form = ALONE};
    const int form = x / (LG_SCAN_PHRASES * LG_SCAN_PHRASES) == 0 ? AND : AFTER;
    return (command){phrase_of(x / LG_SCAN_PHRASES % LG_SCAN_PHRASES), phrase_of(x % LG_SCAN_PHRASES), form};
}

/* ---- actions ---- */

/* The actions of a phrase are count_rounds repetitions of one round. A round is count_turns turns and, unless the verb
 * is "turn", the verb. */
static int count_turns(const phrase *p) {
    return !p->directed ? 0 : p->manner == OPPOSITE ? 2 : 1;
}

static int count_rounds(const phrase *p) {
    return p->times * (p->directed && p->manner == AROUND ? 4 : 1);
}

static int count_actions(const phrase *p) {
    return count_rounds(p) * (count_turns(p) + (p->verb != TURN));
}

int lg_scan_actions(int number) {
    const command c = command_of(number);
    return count_actions(&c.left) + (c.form == ALONE ? 0 : count_actions(&c.right));
}

/* ---- commands by number of actions ---- */

/* Number of phrases that have this number of actions. */
static int count_phrases(int actions) {
    static const uint8_t counts[] = {0, 6, 16, 14, 12, 0, 18, 0, 10, 8, 0, 0, 2, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 8};
    return actions >= 0 && actions < (int)sizeof counts ? counts[actions] : 0;
}

/* Number of commands with this number of actions. A phrase with so many actions is one command. An ordered pair of
 * phrases that together have so many actions gives two commands (with "and" and with "after"). */
int lg_scan_count(int actions) {
    static const uint16_t counts[LG_SCAN_ACTIONS_MAX + 1] = {
        0,   6,   88,  398, 860, 1184, 1178, 1104, 1450, 1256, 1696, 1072, 1578, 432, 848, 688, 304,
        512, 784, 448, 464, 64,  576,  0,    336,  448,  512,  448,  448,  0,    576, 0,   448, 256,
        0,   0,   64,  0,   0,   0,    256,  0,    0,    0,    0,    0,    0,    0,   128};
    return actions >= 0 && actions <= LG_SCAN_ACTIONS_MAX ? counts[actions] : 0;
}

static int find_phrase(int actions, int k) {
    int s = 0;
    while (lg_scan_actions(s) != actions || k-- > 0) s++;
    return s;
}

/* All commands with the same form and left phrase are consecutive. */
int lg_scan_find(int actions, int k) {
    int first = LG_SCAN_PHRASES;
    assert(k >= 0 && k < lg_scan_count(actions));
    if (k < count_phrases(actions)) return find_phrase(actions, k);
    k -= count_phrases(actions);
    for (;; first += LG_SCAN_PHRASES) {
        const command c = command_of(first);
        const int rest = actions - count_actions(&c.left), count = count_phrases(rest);
        if (k < count) return first + find_phrase(rest, k);
        k -= count;
    }
}

/* ---- writing ---- */

static void write_actions(const phrase *p, lg_text_writer *w) {
    static const char *const verbs[] = {"Walk", "Look", "Run", "Jump"}, *const directions[] = {"Left", "Right"};
    for (int i = 0; i < count_rounds(p); i++) {
        lg_text_write_repeated(w, directions[p->direction], count_turns(p));
        if (p->verb != TURN) lg_text_write(w, verbs[p->verb]);
    }
}

void lg_scan_write_actions(int number, lg_text_writer *w) {
    const command c = command_of(number);
    if (c.form == AFTER) write_actions(&c.right, w);
    write_actions(&c.left, w);
    if (c.form == AND) write_actions(&c.right, w);
}

static void write_phrase(const phrase *p, lg_text_writer *w) {
    static const char *const verbs[] = {"walk", "look", "run", "jump", "turn"};
    static const char *const manners[] = {"", "opposite", "around"}, *const times[] = {"", "twice", "thrice"};
    static const char *const directions[] = {"left", "right"};
    lg_text_write(w, verbs[p->verb]);
    if (p->directed && p->manner != PLAIN) lg_text_write(w, manners[p->manner]);
    if (p->directed) lg_text_write(w, directions[p->direction]);
    if (p->times > 1) lg_text_write(w, times[p->times - 1]);
}

void lg_scan_write_command(int number, lg_text_writer *w) {
    const command c = command_of(number);
    write_phrase(&c.left, w);
    if (c.form == ALONE) return;
    lg_text_write(w, c.form == AND ? "and" : "after");
    write_phrase(&c.right, w);
}
