#!/bin/sh
# Lays out the data of a point in time: restore.sh <folder of backups> <data folder> <time>
# The time has an offset, as in 2026-05-04T09:30:00Z, or is `latest`. Run it as the user of Postgres, while Postgres is stopped.
# Then start Postgres, which replays its log, and run `askline restored` before the services start.
set -eu
refuse() {
  printf '✗ %s\n  %s\n' "$1" "$2" >&2
  exit 1
}
[ "$#" -eq 3 ] || refuse 'Three words are needed.' 'Use: restore.sh /backups /var/lib/postgresql/data 2026-05-04T09:30:00Z'
folder=$1 data=$2 time=$3
if [ -d "$data" ] && [ -n "$(ls -A "$data")" ]; then
  refuse "$data is not empty." 'Move its content away first: it may be all that is left of the time after the backup.'
fi
if [ "$time" = latest ]; then
  until=99999999T999999Z
else
  printf '%s' "$time" | grep -Eq '(Z|[+-][0-9]{2}:?[0-9]{2})$' || refuse "$time has no offset." 'Write it as 2026-05-04T09:30:00Z.'
  until=$(date -u -d "$time" +%Y%m%dT%H%M%SZ) || refuse "$time is not a time." 'Write it as 2026-05-04T09:30:00Z.'
fi
base=''
for found in "$folder"/base/2*Z; do
  name=${found##*/}
  if [ -d "$found" ] && [ "$(printf '%s\n%s\n' "$name" "$until" | sort | head -n 1)" = "$name" ]; then base=$found; fi
done
[ -n "$base" ] || refuse "No base backup in $folder/base is from before $time." 'Choose a later time.'
major=$(cat "$base/PG_VERSION")
postgres --version | grep -Eq " $major(\.|$|[^0-9])" || refuse "The backup is of Postgres $major, and this is $(postgres --version)." 'Use the programs of the same major version.'

pg_verifybackup --quiet "$base"
mkdir -p "$data"
chmod 700 "$data"
cp -a "$base/." "$data/"
{
  echo "restore_command = 'gunzip -c < \"$folder/wal/%f.gz\" > \"%p\"'"
  # Always written: the copied file may hold the time of an earlier restore, and the last line wins.
  # Postgres takes no abbreviation of a time zone here, and Z is one.
  if [ "$time" = latest ]; then target=''; else target=$(printf '%s' "$time" | sed 's/Z$/+00:00/'); fi
  echo "recovery_target_time = '$target'"
  echo "recovery_target_action = 'promote'"
} >> "$data/postgresql.auto.conf"
touch "$data/recovery.signal"
if [ "$time" = latest ]; then reached='<the time that the log of Postgres names>'; else reached=$time; fi
echo "✓ $data is laid out from $base. Start Postgres, then: askline restored --lost-since $reached --forgotten <file> --revocations <file>"
