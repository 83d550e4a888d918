#!/bin/sh
# Makes a base backup beside the archived log: DATABASE_URL=… backup.sh <folder of backups>
# Run it every night with the programs of the server's own major version, for example inside its container. It fails if the copy
# is damaged, if Postgres does not archive its log, if the folder holds backups of another server, or if SECRETS_KEY (when given)
# is not the key of this database. A backup that fails is removed.
# KEEP is the number of base backups to keep (8). Older ones are removed, with the log that only they need.
set -eu
refuse() {
  printf '✗ %s\n  %s\n' "$1" "$2" >&2
  exit 1
}
[ "$#" -eq 1 ] || refuse 'The folder of backups is missing.' 'Use: backup.sh /backups'
[ -n "${DATABASE_URL:-}" ] || refuse 'DATABASE_URL is not set.' 'It must name an owner of the database with the right REPLICATION.'
folder=$1
case ${KEEP:-8} in *[!0-9]* | 0*) refuse "KEEP is $KEEP." 'It is the number of base backups to keep: 1 or more.' ;; esac
# PgBouncer's mark is for the services: psql refuses a parameter that it does not know.
DATABASE_URL=$(printf '%s' "$DATABASE_URL" | sed 's/\([?&]\)pooler=[a-z]*&\{0,1\}/\1/; s/[?&]$//')
# A password in an argument would stand in the list of processes, for every user of the machine.
given=$(printf '%s' "$DATABASE_URL" | sed -n 's|^[a-z]*://[^:@/?]*:\([^@/?]*\)@.*|\1|p; s/.*[?&]password=\([^&]*\).*/\1/p')
DATABASE_URL=$(printf '%s' "$DATABASE_URL" | sed 's|^\([a-z]*://[^:@/?]*\):[^@/?]*@|\1@|; s/\([?&]\)password=[^&]*&\{0,1\}/\1/; s/[?&]$//')
# The address has it with percent signs, the environment as it is.
given=$(printf '%s' "$given" | LC_ALL=C awk '{
  rest = $0; text = ""
  while (match(rest, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
    digits = tolower(substr(rest, RSTART + 1, 2))
    code = 16 * (index("0123456789abcdef", substr(digits, 1, 1)) - 1) + index("0123456789abcdef", substr(digits, 2, 1)) - 1
    text = text substr(rest, 1, RSTART - 1) sprintf("%c", code)
    rest = substr(rest, RSTART + 3)
  }
  printf "%s%s", text, rest
}')
# In the container of Postgres the address names no password.
export PGPASSWORD="${given:-${PGPASSWORD:-${POSTGRES_PASSWORD:-}}}"
ask() { psql "$DATABASE_URL" --no-psqlrc --tuples-only --no-align --quiet --command "$1"; }

[ "$(ask 'show archive_mode')" != off ] || refuse 'Postgres does not archive its log.' 'Set archive_mode and archive_command: see deploy/backup/README.md.'
. "$(dirname "$0")/system-identifier.sh"
server=$(ask 'select system_identifier from pg_control_system()')
for other in $(list_identifiers "$folder"); do
  [ "$other" = "$server" ] || refuse "$folder holds base backups of the server $other, and this is the server $server." 'If this server is the right one, give it another folder.'
done
key_ids=$(ask "select string_agg(distinct encryption_key_id, ' ') from signing_keys where encrypted_private_key is not null")
own=$(printf '%s' "${SECRETS_KEY_IDS:-}" | tr ' ' '\n')
if [ -n "${SECRETS_KEY:-}" ]; then
  # As the services name a key: 12 digits of the hash over its bytes.
  own=$(printf '%s' "$SECRETS_KEY" | tr ',' '\n' | while read -r key || [ -n "$key" ]; do
    { printf 'askline secrets key'; printf '%s' "$key" | base64 -d; } | sha256sum | cut -c1-12
  done)
fi
if [ -n "$own" ]; then
  for id in $key_ids; do
    printf '%s\n' "$own" | grep -qx "$id" || refuse "The key $id of this database is not in SECRETS_KEY." 'Without it a restored database cannot sign tokens.'
  done
fi

mkdir -p "$folder/base"
# A run that its timer gave up may go on in the container.
exec 9< "$folder/base"
# macOS has no flock.
! command -v flock > /dev/null || flock -n 9 || refuse "Another run of backup.sh makes a backup in $folder." 'Wait until it has ended.'
part=$folder/base/.part
rm -rf "$part"
trap 'rm -rf "$part"' EXIT
pg_basebackup --dbname="$DATABASE_URL" --pgdata="$part" --wal-method=stream --checkpoint=fast --label=askline
pg_verifybackup --quiet "$part"
# The name is the time from which on this backup can be used.
name=$(date -u -d '1 second' +%Y%m%dT%H%M%SZ)

# One byte back, because a server with nothing new to write returns the start of its next file, which it does not archive yet.
wanted=$(ask 'select pg_walfile_name(pg_switch_wal() - 1)')
tries=0
until [ -e "$folder/wal/$wanted.gz" ] || [ "$(ask "select coalesce(last_archived_wal >= '$wanted', false) from pg_stat_archiver")" = t ]; do
  tries=$((tries + 1))
  [ "$tries" -lt 60 ] || refuse "Postgres did not archive $wanted within a minute." "Failed attempts: $(ask 'select failed_count from pg_stat_archiver'). The server's log says why."
  sleep 1
done
if [ -e "$folder/wal/$wanted.gz" ]; then
  other=$(gunzip -c "$folder/wal/$wanted.gz" | identifier_of_segment)
  [ "$other" = "$server" ] || refuse "$folder holds the log of the server $other, and this is the server $server." 'If this server is the right one, give it another folder.'
fi
# From here on restore.sh may choose it.
printf '%s\n' "$key_ids" > "$folder/base/$name.key-ids"
mv "$part" "$folder/base/$name"

find "$folder/base" -mindepth 1 -maxdepth 1 -type d -name '2*Z' | sort -r | tail -n +"$((${KEEP:-8} + 1))" | while read -r old; do
  rm -rf "$old" "$old.key-ids"
done
# After a restore to a time, a newer backup may begin earlier in the log than an older one, so the earliest start counts.
# pg_archivecleanup ignores the timeline, the first eight digits.
first=$(sed -n 's/^START WAL LOCATION: .*(file [0-9A-F]\{8\}\([0-9A-F]*\))$/00000001\1/p' "$folder"/base/2*Z/backup_label | sort | head -n 1)
pg_archivecleanup -x .gz "$folder/wal" "$first"
echo "✓ $folder/base/$name, verified; the log is archived. A restore needs SECRETS_KEY with the id: ${key_ids:-none yet}"
