#!/bin/sh
# Installs the Debian package $2 without letting it start or enable its own service.
# $1 is the path of the policy file that invoke-rc.d asks (/usr/sbin/policy-rc.d); it is put back as it was, whatever happens.
set -u
policy=$1
package=$2
kept=$policy.askline-kept
export DEBIAN_FRONTEND=noninteractive

restore() {
  rm -f "$policy"
  if [ -e "$kept" ]; then mv -f "$kept" "$policy"; fi
}
trap restore EXIT
trap 'exit 130' INT TERM HUP

# A kept file that is still here belongs to a run that was cut off: it is the original.
if [ -e "$policy" ] && [ ! -e "$kept" ]; then mv "$policy" "$kept"; fi
printf '#!/bin/sh\nexit 101\n' >"$policy"
chmod 755 "$policy"

install() { apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=60 "$package"; }
install || { apt-get update -qq && install; } || exit 1

if command -v systemctl >/dev/null 2>&1; then systemctl disable "$package" >/dev/null 2>&1 || true; fi
if command -v update-rc.d >/dev/null 2>&1; then update-rc.d "$package" disable >/dev/null 2>&1 || true; fi
