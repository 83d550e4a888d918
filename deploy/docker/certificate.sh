# What install.sh and renew-certificate.sh share: the certificate that HAProxy serves, of TLS_CERTIFICATE and TLS_KEY.
# They source this file from the root of the repository, after compose-settings.sh.

# HAProxy's copy, with the key. The folder above is closed to other users of this machine. The user of the container enters below it.
stored_certificate=deploy/docker/certificate/mounted/askline.pem

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
  case $1 in
    https://*) ;;
    *) refuse "Clients would use HTTPS, and PUBLIC_URL is ${1:-http://localhost:3000}." \
      'Give the address that the certificate is for: PUBLIC_URL=https://help.example.com' ;;
  esac
  for url in "$1" "$2"; do
    case $url in https://*) assert_for_host "$url" ;; esac
  done
}

assert_readable() {
  case $2 in /*) ;; *) refuse "$1 is $2, which is not an absolute path." 'Write it as in /etc/ssl/help.pem.' ;; esac
  [ -f "$2" ] || refuse "$1 is $2, and there is no such file." 'Correct the path.'
  [ -r "$2" ] || refuse "$2 cannot be read by the user $(id -un)." 'Run this as a user who may read it, such as root.'
}

assert_for_host() {
  host=$(printf '%s\n' "$1" | sed -E 's,^https://,,; s,:[0-9]+$,,; s,^\[(.*)\]$,\1,')
  case $host in
    *:*) check=-checkip ;;
    *[!0-9.]*) check=-checkhost ;;
    *) check=-checkip ;;
  esac
  # Its exit code says nothing.
  case $(openssl x509 -in "$TLS_CERTIFICATE" -noout "$check" "$host" 2> /dev/null) in
    *'does NOT match'*) refuse "The certificate in $TLS_CERTIFICATE is not for $host." 'Use the certificate of PUBLIC_URL and SOCKET_URL, or correct them.' ;;
  esac
}

# Prints until when the certificate is valid.
end_of_certificate() { openssl x509 -in "$TLS_CERTIFICATE" -noout -enddate | cut -d= -f2; }

# Replaces HAProxy's copy at once, so that a start in this moment reads a whole one.
store_certificate() (
  umask 077
  folder=$(dirname "$(dirname "$stored_certificate")")
  mkdir -p "$folder/mounted"
  chmod 755 "$folder/mounted"
  new=$(mktemp "$folder/new.XXXXXX")
  # A file may end without a line break.
  { cat "$TLS_CERTIFICATE"; echo; [ -z "$TLS_KEY" ] || cat "$TLS_KEY"; } > "$new"
  chmod 644 "$new"
  mv "$new" "$stored_certificate"
)

# Starts HAProxy's worker again with the stored certificate. Open connections stay with the old worker: reload_certificate <container>
reload_certificate() {
  docker exec "$1" haproxy -c -q -f /usr/local/etc/haproxy/haproxy.cfg ||
    refuse 'HAProxy refuses the new certificate and continues with the old one.' 'The lines above say why. Correct the certificate before HAProxy restarts.'
  docker kill --signal USR2 "$1" > /dev/null
  echo "  ✓ HAProxy serves the certificate that is valid until $(end_of_certificate)"
}
