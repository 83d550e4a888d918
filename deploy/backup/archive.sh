#!/bin/sh
# Postgres' archive_command: sh archive.sh <folder of backups> %p %f. Stores one finished segment of the write-ahead log.
# Postgres repeats it until it succeeds, so it must fail rather than lose a segment or replace another one.
set -eu
wal=$1/wal
mkdir -p "$wal"
. "$(dirname "$0")/system-identifier.sh"
# Only segments have an identifier: their names have 24 digits. A history of timelines has none.
case $3 in
  ????????????????????????)
    own=$(identifier_of_segment < "$2")
    newest=$(find "$wal" -name '????????????????????????.gz' | sort | tail -n 1)
    # Postgres ignores SIGPIPE, so gunzip would complain that od reads only the first bytes.
    for other in $(list_identifiers "$1") $([ -z "$newest" ] || gunzip -c "$newest" 2> /dev/null | identifier_of_segment); do
      [ "$other" = "$own" ] && continue
      echo "$1 holds backups of the server $other, and this is the server $own. Give it another folder." >&2
      exit 1
    done
    ;;
esac
if [ -e "$wal/$3.gz" ]; then
  gunzip -c "$wal/$3.gz" | cmp -s - "$2" && exit 0
  echo "$wal/$3.gz holds another segment of this name." >&2
  exit 1
fi
gzip -c "$2" > "$wal/$3.gz.part"
sync "$wal/$3.gz.part"
mv "$wal/$3.gz.part" "$wal/$3.gz"
# Without it the new name could be lost with the power, and Postgres deletes its own copy.
sync "$wal"
