#!/bin/sh
# Prints the runbook as a page whose headings have the anchors that alerts link to: runbook.sh deploy/RUNBOOK.md > RUNBOOK.html
# Prometheus serves it. A browser finds no anchor in plain text.
set -eu
echo '<!doctype html><html lang="en"><meta charset="utf-8"><title>Runbook</title>'
echo '<style>body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem } body, pre { font: 1rem/1.5 sans-serif } pre { white-space: pre-wrap }</style>'
echo '<pre>'
awk '{ gsub(/&/, "\\&amp;"); gsub(/</, "\\&lt;"); gsub(/>/, "\\&gt;") }
  /^## / {
    title = substr($0, 4)
    id = tolower(title)
    gsub(/ /, "-", id)
    gsub(/[^a-z0-9_-]/, "", id)
    print "</pre><h2 id=\"" id "\">" title "</h2><pre>"
    next
  }
  { print }' "$1"
echo '</pre></html>'
