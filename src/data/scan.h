/* scan.h: the language of SCAN (Lake and Baroni 2018, Generalization without Systematicity), whole. A command is a
 * number, in a fixed order; nothing is stored.
 *
 *     C -> S | S and S | S after S            V -> U | U D | turn D | U opposite D | turn opposite D
 *     S -> V | V twice | V thrice                  | U around D | turn around D
 *     U -> walk | look | run | jump           D -> left | right
 *
 * There are 34 V, 102 S and 102 + 2 * 102^2 commands; no command can be read in two ways. */
#ifndef LG_DATA_SCAN_H
#define LG_DATA_SCAN_H

#include "data/text_writer.h"

enum {
    LG_SCAN_PHRASES = 102, /* S: the first commands */
    LG_SCAN_COMMANDS = LG_SCAN_PHRASES + 2 * LG_SCAN_PHRASES * LG_SCAN_PHRASES,
    LG_SCAN_ACTIONS_MAX = 48,
    LG_SCAN_WORDS_MAX = 9
};

int lg_scan_actions(int command); /* how many it asks for */
/* Commands with so many actions: how many, and number k of them in the order of all, k below that. */
int lg_scan_count(int actions);
int lg_scan_find(int actions, int k);
void lg_scan_write_command(int command, lg_text_writer *w);
/* walk: Walk. walk left: Left Walk. walk opposite left: Left Left Walk. walk around left: Left Walk four times. turn is
 * no action. x after y: y, then x. */
void lg_scan_write_actions(int command, lg_text_writer *w);

#endif
