/* papers.h: the papers that sources cite, as records of BibTeX. */
#ifndef CLI_SHOW_PAPERS_H
#define CLI_SHOW_PAPERS_H

#include "cli/cli.h"
#include "output/schema.h"

/* Prints the records of all papers that a text cites, "Su et al. 2021, RoFormer, equation 34; ...", each once; with
 * --json an object for each. Returns their number. */
int cli_print_papers(cli *c, const char *source);
extern const lg_schema cli_schema_paper;

#endif
