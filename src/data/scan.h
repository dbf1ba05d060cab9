/* scan.h: the complete language of SCAN (Lake and Baroni 2018, Generalization without Systematicity). A command is a
 * number: its index in a fixed order of all commands. No commands are stored.
 *     C -> S | S and S | S after S            V -> U | U D | turn D | U opposite D | turn opposite D
 *     S -> V | V twice | V thrice                  | U around D | turn around D
 *     U -> walk | look | run | jump           D -> left | right
 * There are 34 V, 102 S and 102 + 2 * 102^2 commands. The grammar is unambiguous. */
#ifndef LG_DATA_SCAN_H
#define LG_DATA_SCAN_H

#include "data/text_writer.h"

enum {
    LG_SCAN_PHRASES = 102, /* number of S, which are the first commands */
    LG_SCAN_COMMANDS = LG_SCAN_PHRASES + 2 * LG_SCAN_PHRASES * LG_SCAN_PHRASES,
    LG_SCAN_ACTIONS_MAX = 48,
    LG_SCAN_WORDS_MAX = 9
};

int lg_scan_actions(int command); /* number of actions */
/* The commands with this number of actions: their count, and the k-th of them in the order of all commands. */
int lg_scan_count(int actions);
int lg_scan_find(int actions, int k);
void lg_scan_write_command(int command, lg_text_writer *w);
/* Writes the actions of a command. Examples:
 *   - walk: Walk
 *   - walk left: Left Walk
 *   - walk opposite left: Left Left Walk
 *   - walk around left: Left Walk, four times
 *   - turn left: Left; "turn" itself is no action
 *   - x after y: the actions of y, then those of x */
void lg_scan_write_actions(int command, lg_text_writer *w);

#endif
