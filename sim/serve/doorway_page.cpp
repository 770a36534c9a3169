// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/served_page.hpp"

namespace clustersim {

std::string_view doorway_page() {
    // A token that did not open the page is forgotten, so that the browser does not go in a circle.
    return R"html(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>clustersim</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;margin:3rem auto;max-width:36rem;padding:0 1rem}
@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}}</style>
<h1>clustersim</h1>
<p id="says">This page needs its token. <code>clustersim serve</code> printed the whole address when it started:
open that one.</p>
<script>
try {
  const key = "clustersim-token";
  const known = localStorage.getItem(key);
  const given = new URLSearchParams(location.search).get("token");
  if (known && known !== given) location.replace("/?token=" + encodeURIComponent(known) + location.hash);
  else if (known) localStorage.removeItem(key);
} catch (e) { /* a browser that keeps nothing */ }
</script>
</html>
)html";
}

}  // namespace clustersim
