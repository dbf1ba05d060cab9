/* page_template.c: see page_template.h. Make passes the paths of web/static.html and of what Vite makes of web/, which
 * is empty where there was no Node.js. */
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
