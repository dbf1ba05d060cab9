/* tree.h: removes, copies and replaces directory trees. Symbolic links are never followed: a link itself is removed or
 * moved, and a tree with links is not copied. Trees are moved aside before they are removed or replaced, so a process
 * may be killed at any time: PATH.tmp can be deleted, and PATH.old is the previous content of PATH until PATH exists
 * again. */
#ifndef LG_BASE_TREE_H
#define LG_BASE_TREE_H

#include "base/error.h"

bool lg_tree_remove(const char *path, lg_error *err); /* a missing tree is no error */
/* Makes `to` a complete copy of the directory `from`, or changes nothing; the previous content of `to` is removed.
 * Locks and temporary files are skipped. LG_FAILED if the tree contains anything but files and directories. */
bool lg_tree_replace(const char *from, const char *to, lg_error *err);
/* Restores what a killed process had moved aside. */
bool lg_tree_restore(const char *path, lg_error *err);
/* Restores PATH and removes the other leftovers of a killed replacement. No other process may be replacing the tree. */
bool lg_tree_recover(const char *path, lg_error *err);

#endif
