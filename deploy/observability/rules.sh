#!/bin/sh
# Prints the rules with links to the runbook: deploy/observability/rules.sh https://git.example.com/askline/deploy/RUNBOOK.md > rules.yml
# The address is where operators can open deploy/RUNBOOK.md: your copy of this repository, or a wiki with the same headings.
set -eu
address=${1:-}
printf '%s\n' "$address" | grep -Eqx "https?://[][A-Za-z0-9.:_~%/?=+@-]+" || {
  printf '✗ "%s" is not the address of a page.\n  Use: deploy/observability/rules.sh https://git.example.com/askline/deploy/RUNBOOK.md > rules.yml\n' "$address" >&2
  exit 1
}
sed "s|\${RUNBOOK_URL}|$address|" "$(dirname "$0")/rules.yml"
