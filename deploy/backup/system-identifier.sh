# Functions for the other scripts of this folder, which source it. Postgres gives each new server a number, its system identifier.
# It stays through restores. Files of two servers must not share a folder, because they may have the same names.

# Prints the identifier of a base backup: the first eight bytes of its control file.
identifier_of_base() { od -An -t u8 -N 8 "$1/global/pg_control" | tr -d ' '; }

# Prints the identifier of a segment of the log that is given as standard input: bytes 24 to 31 of its first page.
identifier_of_segment() { od -An -t u8 -j 24 -N 8 | tr -d ' '; }

# Prints the identifiers of all base backups in a folder of backups, each once.
list_identifiers() {
  for base in "$1"/base/2*Z; do
    if [ -e "$base/global/pg_control" ]; then identifier_of_base "$base"; fi
  done | sort -u
}
