#!/bin/sh
# Lays out the data of a point in time: restore.sh <folder of backups> <data folder> <time> [timeline]
# The time has an offset, as in 2026-05-04T09:30:00Z, or is `latest`. Run it as the user of Postgres, while Postgres is stopped.
# Then start Postgres, which replays its log, and run `askline restored` before the services start.
# Each restore begins a new timeline of the log, with the next number. By default this follows the timeline that was written to at
# the time, and for `latest` the newest one.
set -eu
export LC_ALL=C
refuse() {
  printf '✗ %s\n  %s\n' "$1" "$2" >&2
  exit 1
}
[ "$#" -eq 3 ] || [ "$#" -eq 4 ] || refuse 'Three or four words are needed.' 'Use: restore.sh /backups /var/lib/postgresql/data 2026-05-04T09:30:00Z'
folder=$1 data=$2 time=$3 given=${4:-}
. "$(dirname "$0")/system-identifier.sh"
[ -d "$folder/base" ] || refuse "There is no folder $folder/base." 'Give the folder of backups to which backup.sh writes: it holds base and wal.'
if [ -d "$data" ] && [ -n "$(ls -A "$data")" ]; then
  refuse "$data is not empty." 'Move its content away first: it may be all that is left of the time after the backup.'
fi
if [ "$time" = latest ]; then
  until=99999999T999999Z
else
  printf '%s' "$time" | grep -Eq '(Z|[+-][0-9]{2}:?[0-9]{2})$' || refuse "$time has no offset." 'Write it as 2026-05-04T09:30:00Z.'
  until=$(date -u -d "$time" +%Y%m%dT%H%M%SZ) || refuse "$time is not a time." 'Write it as 2026-05-04T09:30:00Z.'
  # As pg_waldump prints a time.
  until_exactly=$(date -u -d "$time" '+%Y-%m-%d %H:%M:%S.%6N')
fi

is_at_most() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort | head -n 1)" = "$1" ]; }
# Prints a position of the log, such as 0/3000060, as 16 digits, which sort as text.
digits_of() { printf '%s\n' "$1" | awk -F/ '{ print substr("0000000" $1, length($1)) substr("0000000" $2, length($2)) }'; }
# Prints the base backups up to the time, newest first.
list_bases() {
  find "$folder/base" -mindepth 1 -maxdepth 1 -type d -name '2*Z' | sort -r | while read -r found; do
    if is_at_most "${found##*/}" "$until"; then printf '%s\n' "$found"; fi
  done
}
# Prints the timeline of a base backup and the position of its end.
end_of() { sed -n 's/.*"Timeline": \([0-9]*\),.*"End-LSN": "\([0-9A-F/]*\)".*/\1 \2/p' "$1/backup_manifest" | tail -n 1; }
# Prints the ancestors of a timeline, oldest first, each with the position at which the next one branched off.
ancestors_of() {
  history=$folder/wal/$(printf '%08X' "$1").history.gz
  if [ -e "$history" ]; then gunzip -c < "$history" | awk '/^[0-9]/ { print $1, $2 }'; fi
}
# Prints every known timeline, newest first.
list_timelines() {
  {
    for history in "$folder"/wal/????????.history.gz; do
      number=${history##*/}
      if [ -e "$history" ]; then printf '%d\n' "0x${number%%.*}"; fi
    done
    for found in "$folder"/base/2*Z; do end_of "$found" | cut -d ' ' -f 1; done
  } | sort -rnu
}
# Succeeds if Postgres can go from the base backup to the timeline, which branched off after the end of the backup or is the same.
leads_to() { # <base backup> <timeline>
  own=$(end_of "$1")
  [ "${own% *}" != "$2" ] || return 0
  left=$(ancestors_of "$2" | awk -v own="${own% *}" '$1 == own { print $2 }')
  [ -n "$left" ] && is_at_most "$(digits_of "${own#* }")" "$(digits_of "$left")"
}
# Prints the time of the first change after a timeline branched off. Its first segment begins with the end of its parent.
first_change_of() {
  branch=$(digits_of "$(ancestors_of "$1" | tail -n 1 | cut -d ' ' -f 2)")
  for segment in "$folder/wal/$(printf '%08X' "$1")"????????????????.gz; do
    [ -e "$segment" ] || continue
    name=$(basename "$segment" .gz)
    gunzip -c < "$segment" > "$scratch/$name" || return 1
    # pg_waldump complains at the end of the segment, because it misses the next one.
    first=$(TZ=UTC pg_waldump --rmgr=Transaction "$scratch/$name" 2> "$scratch/errors" | awk -v branch="$branch" '
      function digits(hex) { return substr("0000000" hex, length(hex)) }
      match($0, /lsn: [0-9A-F]+\/[0-9A-F]+/) {
        split(substr($0, RSTART + 5, RLENGTH - 5), part, "/")
        if (digits(part[1]) digits(part[2]) >= branch && match($0, /(COMMIT|ABORT) [0-9-]+ [0-9:.]+/)) {
          split(substr($0, RSTART, RLENGTH), word, " ")
          print word[2], word[3]
          exit
        }
      }')
    rm "$scratch/$name"
    if [ -n "$first" ]; then
      printf '%s\n' "$first"
      return 0
    fi
  done
}

servers=$(list_identifiers "$folder" | paste -sd ' ' -)
case $servers in
  *' '*) refuse "The base backups in $folder are of several servers: $servers." 'Move those of the wrong server away. The first eight bytes of global/pg_control are its number.' ;;
esac
oldest=$(find "$folder/base" -mindepth 1 -maxdepth 1 -type d -name '2*Z' | sort | head -n 1)
[ -n "$oldest" ] || refuse "$folder/base holds no base backup." 'Without one, the archived log alone restores nothing.'
newest=$(list_bases | head -n 1)
[ -n "$newest" ] || refuse "No base backup in $folder/base is from before $time." "Choose a time after ${oldest##*/}, the oldest one."
major=$(cat "$newest/PG_VERSION")
for program in postgres pg_waldump; do
  version=$("$program" --version) || refuse "The program $program is missing." "Install the programs of Postgres $major."
  printf '%s' "$version" | grep -Eq " $major(\.|$|[^0-9])" || refuse "The backup is of Postgres $major, and this is $version." 'Use the programs of the same major version.'
done

# Until its first change, a timeline has only the state to which it was restored. Postgres would take that state without an error
# for any time between, so such a time belongs to an older timeline.
timelines=$(list_timelines)
if [ "$time" = latest ]; then
  timeline=$(printf '%s\n' "$timelines" | head -n 1)
else
  timeline=$(end_of "$newest" | cut -d ' ' -f 1)
  scratch=$(mktemp -d)
  trap 'rm -r "$scratch"' EXIT
  for later in $timelines; do
    [ "$later" -gt "$timeline" ] || break
    change=$(first_change_of "$later") || refuse "The archived log of timeline $later cannot be read." 'Is a file in the folder wal damaged?'
    if [ -n "$change" ] && is_at_most "$change" "$until_exactly"; then timeline=$later; fi
  done
fi
if [ -n "$given" ]; then
  printf '%s\n' "$timelines" | grep -qx "$given" || refuse "There is no timeline $given." "The archive has: $(printf '%s' "$timelines" | tr '\n' ' ')"
  [ "$given" -le "$timeline" ] || refuse "Timeline $given has no change from before $time." "At that time Postgres wrote to timeline $timeline."
  timeline=$given
fi
base=$(list_bases | while read -r found; do
  if leads_to "$found" "$timeline"; then
    printf '%s\n' "$found"
    break
  fi
done)
[ -n "$base" ] || refuse "No base backup from before $time leads to timeline $timeline." 'Choose another time, or name another timeline as the fourth word.'

pg_verifybackup --quiet "$base"
# Postgres would take a segment of another server for the end of the log, and for `latest` that is no error.
from=$(sed -n 's/^START WAL LOCATION: .*(file [0-9A-F]\{8\}\([0-9A-F]*\))$/\1/p' "$base/backup_label")
for segment in "$folder"/wal/????????????????????????.gz; do
  if [ -e "$segment" ]; then printf '%s\n' "$segment"; fi
done | awk -F/ -v from="$from" 'substr($NF, 9, 16) >= from ""' | while read -r segment; do
  other=$(gunzip -c < "$segment" | identifier_of_segment)
  [ "$other" = "$servers" ] || refuse "$segment is of the server $other, and the base backup of $servers." 'Move it away. If its own file cannot be found, the log ends before it.'
done
mkdir -p "$data"
chmod 700 "$data"
needed_kb=$(du -sk "$base" | cut -f1)
free_kb=$(df -Pk "$data" | awk 'NR == 2 { print $4 }')
[ "$free_kb" -gt "$needed_kb" ] || refuse "$data has $((free_kb / 1024)) MB free, and the backup has $((needed_kb / 1024)) MB." 'Make room first. Nothing was copied.'
cp -a "$base/." "$data/" || refuse "The backup could not be copied to $data." 'Remove what is in that folder before the next try.'
{
  echo "restore_command = 'gunzip -c < \"$folder/wal/%f.gz\" > \"%p\"'"
  # Always written: the copied file may hold the values of an earlier restore, and the last line wins.
  # Postgres takes no abbreviation of a time zone here, and Z is one.
  if [ "$time" = latest ]; then target=''; else target=$(printf '%s' "$time" | sed 's/Z$/+00:00/'); fi
  echo "recovery_target_time = '$target'"
  echo "recovery_target_timeline = '$timeline'"
  echo "recovery_target_action = 'promote'"
} >> "$data/postgresql.auto.conf"
touch "$data/recovery.signal"
if [ "$time" = latest ]; then reached='<the time that the log of Postgres names>'; else reached=$time; fi
echo "✓ $data is laid out from $base, for timeline $timeline of: $(printf '%s' "$timelines" | tr '\n' ' ')"
echo "  Start Postgres, then: askline restored --lost-since $reached --forgotten <file> --revocations <file>"
