/* page_template.c: embeds the HTML templates; see page_template.h. The Makefile passes the paths of web/static.html and
 * of Vite's output for web/, which is empty without Node.js. */
#include "report/page/page_template.h"

#include "base/embed.h"

LG_EMBED(lg_page_html, LG_PAGE_HTML);
LG_EMBED(lg_page_static_html, LG_PAGE_STATIC_HTML);

const char *lg_page_template(void) {
    return lg_page_html[0] == 0 ? NULL : lg_page_html;
}

const char *lg_page_static_template(void) {
    return lg_page_static_html;
}
