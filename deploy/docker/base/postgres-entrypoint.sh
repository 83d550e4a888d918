#!/bin/sh
# The part of the official image's entry point that compose and Testcontainers use: gives the data folder, which may be a mount, to
# postgres, and creates the cluster at the first start.
set -eu
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown postgres:postgres "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups sh "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  chmod 700 "$PGDATA" 2>/dev/null || true
  printf '%s' "$POSTGRES_PASSWORD" > /tmp/password
  # shellcheck disable=SC2086
  initdb --username="${POSTGRES_USER:-postgres}" --pwfile=/tmp/password --auth=scram-sha-256 ${POSTGRES_INITDB_ARGS:-} > /dev/null
  rm /tmp/password
  printf "listen_addresses = '*'\n" >> "$PGDATA/postgresql.conf"
  printf 'host all all all scram-sha-256\n' >> "$PGDATA/pg_hba.conf"
  # On the Unix socket only, so that nobody connects before the database exists.
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start > /dev/null
  if [ "${POSTGRES_DB:-postgres}" != postgres ]; then
    PGPASSWORD="$POSTGRES_PASSWORD" createdb --username="${POSTGRES_USER:-postgres}" "$POSTGRES_DB"
  fi
  pg_ctl -D "$PGDATA" -m fast -w stop > /dev/null
  echo 'PostgreSQL init process complete; ready for start up.'
fi
exec "$@"
