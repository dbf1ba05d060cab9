/* scan.h: the complete language of SCAN (Lake and Baroni 2018, Generalization without Systematicity). A command is a
 * number in a fixed order; nothing is stored.
 *     C -> S | S and S | S after S            V -> U | U D | turn D | U opposite D | turn opposite D
 *     S -> V | V twice | V thrice                  | U around D | turn around D
 *     U -> walk | look | run | jump           D -> left | right
 * There are 34 V, 102 S and 102 + 2 * 102^2 commands; the grammar is unambiguous. */
#ifndef LG_DATA_SCAN_H
#define LG_DATA_SCAN_H

#include "data/text_writer.h"

enum {
    LG_SCAN_PHRASES = 102, /* S: they are the first commands */
    LG_SCAN_COMMANDS = LG_SCAN_PHRASES + 2 * LG_SCAN_PHRASES * LG_SCAN_PHRASES,
    LG_SCAN_ACTIONS_MAX = 48,
    LG_SCAN_WORDS_MAX = 9
};

int lg_scan_actions(int command); /* number of actions */
/* Commands with this number of actions: how many there are, and the k-th in the order of all commands. */
int lg_scan_count(int actions);
int lg_scan_find(int actions, int k);
void lg_scan_write_command(int command, lg_text_writer *w);
/* walk: Walk. walk left: Left Walk. walk opposite left: Left Left Walk. walk around left: Left Walk, four times. turn
 * itself is no action. x after y: y, then x. */
void lg_scan_write_actions(int command, lg_text_writer *w);

#endif
