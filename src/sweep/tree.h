/* tree.h: folders with all that is in them. */
#ifndef LG_SWEEP_TREE_H
#define LG_SWEEP_TREE_H

#include "base/error.h"

bool lg_tree_remove(const char *path, lg_error *err); /* a missing one is as good as removed */
/* Makes `to` a copy of the folder `from`, all of it or nothing; what was there before is gone. Locks and temporary
 * files are left out. */
bool lg_tree_replace(const char *from, const char *to, lg_error *err);

#endif
