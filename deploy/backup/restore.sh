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
[ -d "$folder/base" ] || refuse "There is no folder $folder/base." 'Give the folder of backups to which backup.sh writes: it holds base and wal.'
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
oldest=$(find "$folder/base" -mindepth 1 -maxdepth 1 -type d -name '2*Z' | sort | head -n 1)
[ -n "$oldest" ] || refuse "$folder/base holds no base backup." 'Without one, the archived log alone restores nothing.'
[ -n "$base" ] || refuse "No base backup in $folder/base is from before $time." "Choose a time after ${oldest##*/}, the oldest one."
major=$(cat "$base/PG_VERSION")
postgres --version | grep -Eq " $major(\.|$|[^0-9])" || refuse "The backup is of Postgres $major, and this is $(postgres --version)." 'Use the programs of the same major version.'

pg_verifybackup --quiet "$base"
mkdir -p "$data"
chmod 700 "$data"
needed_kb=$(du -sk "$base" | cut -f1)
free_kb=$(df -Pk "$data" | awk 'NR == 2 { print $4 }')
[ "$free_kb" -gt "$needed_kb" ] || refuse "$data has $((free_kb / 1024)) MB free, and the backup has $((needed_kb / 1024)) MB." 'Make room first. Nothing was copied.'
cp -a "$base/." "$data/" || refuse "The backup could not be copied to $data." 'Remove what is in that folder before the next try.'
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
