#!/bin/sh
# The part of the official image's entry point that compose and Testcontainers use: gives the data folder, which may be a mount, to
# redis, and continues as that user.
set -eu
if [ "$1" = redis-server ] && [ "$(id -u)" = 0 ]; then
  find . ! -user redis -exec chown redis '{}' +
  exec setpriv --reuid=redis --regid=redis --clear-groups sh "$0" "$@"
fi
umask 077
exec "$@"
