#!/bin/sh
# Gives HAProxy the renewed certificate of TLS_CERTIFICATE. Open connections and sockets stay.
#   deploy/renew-certificate.sh
#   certbot reconfigure --cert-name help.example.com --deploy-hook /srv/askline/deploy/renew-certificate.sh
set -eu
# A folder of hooks may hold a link to this file.
cd "$(dirname "$(readlink -f "$0")")/.."
refuse() {
  printf '✗ %s\n  %s\n' "$1" "$2" >&2
  exit 1
}
. deploy/docker/compose-settings.sh
. deploy/docker/certificate.sh
[ -e deploy/docker/askline.env ] || refuse 'Nothing is installed here: deploy/docker/askline.env is missing.' 'Install first: deploy/install.sh'
TLS_CERTIFICATE=$(setting_of TLS_CERTIFICATE)
TLS_KEY=$(setting_of TLS_KEY)
[ -n "$TLS_CERTIFICATE" ] || refuse 'HAProxy serves no certificate here: TLS_CERTIFICATE is empty.' 'Install it: TLS_CERTIFICATE=/etc/ssl/help.pem deploy/install.sh --scaled'
assert_certificate "$(setting_of PUBLIC_URL)" "$(setting_of SOCKET_URL)"
proxy=$(within_limit docker ps --quiet --filter "label=com.docker.compose.project=${COMPOSE_PROJECT_NAME:-askline}" \
  --filter label=com.docker.compose.oneoff=False --filter label=com.docker.compose.service=proxy) || proxy=''
# An expired copy would be served until the next renewal, so this waits neither for HAProxy nor for install.sh or upgrade.sh.
store_certificate "$proxy"
reload_certificate "$proxy"
