# Functions of install.sh and renew-certificate.sh: the certificate that HAProxy serves, from TLS_CERTIFICATE and TLS_KEY.
# They source this file from the root of the repository, after compose-settings.sh.

# HAProxy's copy, with the key. The folder above is closed to other users of this machine. The user of the container enters below it.
certificate_folder=deploy/docker/certificate
stored_certificate=$certificate_folder/mounted/askline.pem
# The series of the certificate that HAProxy serves. node_exporter publishes them.
certificate_series=deploy/observability/textfiles/certificate.prom

# Runs a command of Docker, for 20 s at most: a Docker that hangs must not keep a renewed certificate from being stored.
within_limit() {
  # macOS has no `timeout`.
  if command -v timeout > /dev/null; then timeout "${DOCKER_SECONDS:-20}" "$@"; else "$@"; fi
}

# Refuses a certificate that HAProxy could not load, or that clients would refuse: assert_certificate <PUBLIC_URL> <SOCKET_URL>
assert_certificate() {
  command -v openssl > /dev/null || refuse 'openssl is missing, so the certificate cannot be checked.' 'Install the package openssl.'
  key=${TLS_KEY:-$TLS_CERTIFICATE}
  assert_readable TLS_CERTIFICATE "$TLS_CERTIFICATE"
  assert_readable TLS_KEY "$key"
  openssl x509 -in "$TLS_CERTIFICATE" -noout 2> /dev/null ||
    refuse "$TLS_CERTIFICATE holds no certificate in PEM format." 'Put the certificate first, then those of its authorities.'
  # The empty password keeps openssl from asking for one.
  of_key=$(openssl pkey -in "$key" -passin pass: -pubout 2> /dev/null) ||
    refuse "$key holds no private key in PEM format without a password." 'Add the key to that file, or name its own file in TLS_KEY.'
  [ "$of_key" = "$(openssl x509 -in "$TLS_CERTIFICATE" -noout -pubkey)" ] ||
    refuse "The key in $key does not belong to the certificate in $TLS_CERTIFICATE." 'The first certificate must be that of this key.'
  openssl x509 -in "$TLS_CERTIFICATE" -noout -checkend 0 > /dev/null ||
    refuse "The certificate in $TLS_CERTIFICATE expired on $(end_of_certificate)." 'Renew it.'
  [ "$(seconds_of_certificate "$TLS_CERTIFICATE" -startdate)" -le "$(date +%s)" ] ||
    refuse "The certificate in $TLS_CERTIFICATE is not valid yet." 'Wait until it is, or correct the clock of this machine.'
  names=$(openssl x509 -in "$TLS_CERTIFICATE" -noout -text | sed -n '/Subject Alternative Name/{n;s/^ *//;p;}')
  [ -n "$names" ] ||
    refuse "The certificate in $TLS_CERTIFICATE has no subjectAltName." 'Browsers ignore the common name. Use a certificate with the host in subjectAltName.'
  case $1 in
    https://*) ;;
    *) refuse "Clients would use HTTPS, and PUBLIC_URL is ${1:-http://localhost:3000}." \
      'Give the address that the certificate is for: PUBLIC_URL=https://help.example.com' ;;
  esac
  assert_for_host "$1"
  case $2 in
    "$1") ;;
    https://*) assert_for_host "$2" ;;
  esac
  if [ "$(grep -c 'BEGIN CERTIFICATE' "$TLS_CERTIFICATE")" = 1 ] &&
    [ "$(openssl x509 -in "$TLS_CERTIFICATE" -noout -subject_hash)" != "$(openssl x509 -in "$TLS_CERTIFICATE" -noout -issuer_hash)" ]; then
    echo "  ! $TLS_CERTIFICATE holds no certificate of an authority. Clients that do not know the issuer refuse it: add the chain (certbot: fullchain.pem)."
  fi
}

assert_readable() {
  case $2 in /*) ;; *) refuse "$1 is $2, which is not an absolute path." 'Write it as in /etc/ssl/help.pem.' ;; esac
  [ -f "$2" ] || refuse "$1 is $2, and there is no such file." 'Correct the path.'
  [ -r "$2" ] || refuse "$2 cannot be read by the user $(id -un)." 'Run this as a user who may read it, such as root.'
}

assert_for_host() {
  host=$(printf '%s\n' "$1" | sed -E 's,^https://,,; s,/.*$,,; s,:[0-9]+$,,; s,^\[(.*)\]$,\1,')
  if ! openssl x509 -help 2>&1 | grep -q -e -checkhost; then
    echo "  ! This openssl cannot check hosts, so check yourself that the certificate is for $host: $names"
    return 0
  fi
  # openssl accepts the common name if there is no DNS name, and every IPv4 address that it cannot read.
  case $host in
    *:*) check=-checkip expected='IP Address:' ;;
    *[!0-9.]*) check=-checkhost expected=DNS: ;;
    *) check=-checkip expected="IP Address:$host," ;;
  esac
  # Its exit code says nothing.
  case $names,$(openssl x509 -in "$TLS_CERTIFICATE" -noout "$check" "$host" 2> /dev/null) in
    *"$expected"*' does match certificate'*) ;;
    *) refuse "The certificate in $TLS_CERTIFICATE is not for $host." 'Use the certificate of PUBLIC_URL and SOCKET_URL, or correct them.' ;;
  esac
}

# Prints until when the certificate of TLS_CERTIFICATE is valid.
end_of_certificate() { openssl x509 -in "$TLS_CERTIFICATE" -noout -enddate | cut -d= -f2; }

# Prints a time of a certificate in seconds since 1970: seconds_of_certificate <file> -startdate|-enddate
# Counts the days itself, because the options of `date` differ between systems. A year begins in March here and ends with its leap day.
seconds_of_certificate() {
  openssl x509 -in "$1" -noout "$2" | sed 's/.*=//' | awk '{
    month = (index("JanFebMarAprMayJunJulAugSepOctNovDec", $1) + 2) / 3
    year = $4
    if (month < 3) { month += 12; year-- }
    days = 365 * year + int(year / 4) - int(year / 100) + int(year / 400) + int((153 * (month - 3) + 2) / 5) + $2 - 719469
    split($3, clock, ":")
    printf "%.0f\n", days * 86400 + clock[1] * 3600 + clock[2] * 60 + clock[3]
  }'
}

# Writes start and end of the stored certificate for node_exporter. Alerts read them. A failure is only reported, so that HTTPS does not
# depend on it. Without --observability nothing reads the file.
publish_certificate() {
  series_folder=$(dirname "$certificate_series")
  label="{url=\"$(setting_of PUBLIC_URL)\"}"
  new_series=''
  if start=$(seconds_of_certificate "$stored_certificate" -startdate) && end=$(seconds_of_certificate "$stored_certificate" -enddate) &&
    [ -n "$start" ] && [ -n "$end" ] && mkdir -p "$series_folder" && chmod 755 "$series_folder" &&
    new_series=$(mktemp "$series_folder/certificate.XXXXXX") && cat > "$new_series" << EOF && chmod 644 "$new_series" && mv -f "$new_series" "$certificate_series"
# HELP askline_certificate_start_seconds From when the certificate that HAProxy serves is valid, in seconds since 1970.
# TYPE askline_certificate_start_seconds gauge
askline_certificate_start_seconds$label $start
# HELP askline_certificate_end_seconds Until when the certificate that HAProxy serves is valid, in seconds since 1970.
# TYPE askline_certificate_end_seconds gauge
askline_certificate_end_seconds$label $end
EOF
  then return; fi
  [ -z "$new_series" ] || rm -f "$new_series"
  echo "  ! $certificate_series was not written, so no alert warns before the certificate expires. Make the folder writable for $(id -un), and run this again."
}

# Replaces HAProxy's copy at once, so that a start in this moment reads a whole one: store_certificate <container or nothing>
# Refuses a certificate that the container refuses. A container that does not run, or has no HTTPS yet, cannot check it.
store_certificate() (
  umask 077
  mkdir -p "$certificate_folder/mounted"
  # Docker may have made it, open to all users.
  chmod 700 "$certificate_folder"
  chmod 755 "$certificate_folder/mounted"
  new=$(mktemp "$certificate_folder/mounted/new.XXXXXX")
  trap 'rm -f "$new"' EXIT
  # dash runs the line above only when it ends by itself.
  trap 'exit 1' HUP INT TERM
  # A file may end without a line break.
  { cat "$TLS_CERTIFICATE"; echo; [ -z "$TLS_KEY" ] || cat "$TLS_KEY"; } > "$new"
  chmod 644 "$new"
  in_container=/certificate/$(basename "$new")
  if [ -n "$1" ] && within_limit docker exec "$1" test -r "$in_container" 2> /dev/null; then
    outcome=0
    within_limit docker exec --env "TLS_CERTIFICATE=$in_container" "$1" haproxy -c -q -f /usr/local/etc/haproxy/haproxy.cfg || outcome=$?
    # 124: Docker hangs, so nothing was checked.
    [ "$outcome" = 0 ] || [ "$outcome" = 124 ] ||
      refuse 'HAProxy refuses the new certificate and keeps the old one.' 'The lines above say why. Correct the certificate.'
  fi
  mv -f "$new" "$stored_certificate"
)

# Starts HAProxy's worker again with the stored certificate. Open connections stay with the old worker: reload_certificate <container or nothing>
# Fails if the container does not see the stored certificate.
reload_certificate() {
  if [ -n "$1" ] && within_limit docker exec "$1" true 2> /dev/null && ! within_limit docker exec "$1" test -r /certificate/askline.pem; then
    echo "  ! the certificate that is valid until $(end_of_certificate) is stored, but HAProxy does not see it: its folder was replaced. Restart HAProxy: docker restart $1" >&2
    return 1
  fi
  if [ -n "$1" ] && within_limit docker kill --signal USR2 "$1" > /dev/null; then
    echo "  ✓ HAProxy serves the certificate that is valid until $(end_of_certificate)"
    publish_certificate
  else
    echo "  ✓ the certificate that is valid until $(end_of_certificate) is stored. HAProxy does not run here, or Docker does not answer: its next start reads the copy"
  fi
}
