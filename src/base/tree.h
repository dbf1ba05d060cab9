/* tree.h: folders with all that is in them. Symbolic links are never followed: the link itself is removed or moved, and
 * a folder with links in it is not copied. What is removed or replaced is moved aside first, so that a process may be
 * killed at any moment: PATH.tmp is to be thrown away, and PATH.old is what lay at PATH until it is there again. */
#ifndef LG_BASE_TREE_H
#define LG_BASE_TREE_H

#include "base/error.h"

bool lg_tree_remove(const char *path, lg_error *err); /* a missing one is as good as removed */
/* Makes `to` a copy of the folder `from`, all of it or nothing; what was there before is gone. Locks and temporary
 * files are left out. LG_FAILED where there is something else than files and folders in it. */
bool lg_tree_replace(const char *from, const char *to, lg_error *err);
/* Puts back what a process that was killed had moved aside. */
bool lg_tree_restore(const char *path, lg_error *err);
/* Restores PATH likewise, and removes what else a killed replacement left. Nobody else may be replacing the folder. */
bool lg_tree_recover(const char *path, lg_error *err);

#endif
