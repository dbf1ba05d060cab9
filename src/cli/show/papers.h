/* papers.h: prints the papers that sources cite as BibTeX records. */
#ifndef CLI_SHOW_PAPERS_H
#define CLI_SHOW_PAPERS_H

#include "cli/cli.h"
#include "output/schema.h"

/* Prints the records of all papers cited in a text like "Su et al. 2021, RoFormer, equation 34; ...", each record once.
 * With --json, prints one object per paper. Returns the number of papers. */
int cli_print_papers(cli *c, const char *source);
extern const lg_schema cli_schema_paper;

#endif
