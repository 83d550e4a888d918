#!/bin/sh
# Installs Askline with Docker Compose on this machine, or updates it. Running it again keeps what is there: the secrets, the
# addresses, the ports, the certificate, the number of processes, --scaled, --observability, BACKUP_FOLDER and the version of upgrade.sh. After
# "docker compose down", give all but the secrets, the addresses and the ports again.
#   deploy/install.sh                  builds the images, generates the secrets, starts everything, waits until it is healthy
#   deploy/install.sh --no-build       uses images that are there, for example from your own registry
#   deploy/install.sh --scaled         three routing workers, two APIs and two notifiers behind HAProxy
#   deploy/install.sh --single         one of each again, without HAProxy
#   APIS=3 NOTIFIERS=2 WORKERS=5 deploy/install.sh --no-build    starts so many of each; without --scaled only WORKERS
#   deploy/install.sh --observability  also Prometheus with the alerts, Grafana with the dashboards, and Jaeger with the traces
#   deploy/install.sh --no-observability          removes these again; what they stored stays
#   RUNBOOK_URL=https://… deploy/install.sh --observability      the links of alerts lead to your copy of deploy/RUNBOOK.md
#   BACKUP_FOLDER=/backups deploy/install.sh      also archives the log of Postgres (deploy/backup)
#   ASKLINE_TAG=latest deploy/install.sh          builds the sources of this folder again after an upgrade to another version
#   API_PORTS=4000 NOTIFIER_PORTS=4001 deploy/install.sh       other ports, which addresses of localhost follow; PROXY_PORT with --scaled
#   API_PORTS=0.0.0.0:3000 NOTIFIER_PORTS=0.0.0.0:3001 deploy/install.sh      ports that other machines reach too, by plain HTTP
#   TLS_CERTIFICATE=/etc/ssl/help.pem TLS_PORT=0.0.0.0:443 PUBLIC_URL=https://help.example.com deploy/install.sh --scaled
#                                      HTTPS at HAProxy, with your certificate; TLS_KEY if the key is in a file of its own
#   PUBLIC_URL=https://help.example.com TRUST_PROXY=172.16.0.0/12,192.168.0.0/16 deploy/install.sh
#                                      the address that clients use, and that of your proxy on this machine, as containers see it;
#                                      SOCKET_URL if the socket has another address
set -eu
cd "$(dirname "$0")/.."
env_file=deploy/docker/askline.env
build=--build
mode=''
watched=''

refuse() {
  printf '✗ %s\n  %s\n' "$1" "$2" >&2
  exit 1
}
. deploy/docker/compose-settings.sh
. deploy/docker/certificate.sh
for flag in "$@"; do
  case $flag in
    --help | -h)
      sed -n '2,/^set /s/^# \{0,1\}//p' deploy/install.sh
      exit 0
      ;;
    --no-build) build=--no-build ;;
    --scaled | --single)
      [ -z "$mode" ] || [ "$mode" = "$flag" ] || refuse 'Both --scaled and --single are given.' 'Use one of them.'
      mode=$flag
      ;;
    --observability | --no-observability)
      [ -z "$watched" ] || [ "$watched" = "$flag" ] || refuse 'Both --observability and --no-observability are given.' 'Use one of them.'
      watched=$flag
      ;;
    *) refuse "There is no flag $flag." 'Use --no-build, --scaled, --single, --observability or --no-observability.' ;;
  esac
done
for url in "${PUBLIC_URL:-}" "${SOCKET_URL:-}"; do
  [ -z "$url" ] || printf '%s\n' "$url" | grep -Eqx 'https?://[][A-Za-z0-9.:_-]+' ||
    refuse "$url is not an address for PUBLIC_URL or SOCKET_URL." 'Write it without a path, as in https://help.example.com.'
done
case ${BACKUP_FOLDER:-/} in
  /*) ;;
  *) refuse "BACKUP_FOLDER is $BACKUP_FOLDER, which is not an absolute path." 'Write it as in /backups.' ;;
esac

docker info > /dev/null 2>&1 || refuse 'No Docker engine answers.' 'Start Docker, or set DOCKER_HOST.'
docker compose version > /dev/null 2>&1 || refuse 'Docker Compose v2 is missing.' 'Install the package docker-compose-plugin.'
free_kb=$(df -Pk . | awk 'NR == 2 { print $4 }')
[ "$free_kb" -gt 4000000 ] || refuse "Only $((free_kb / 1024)) MB of disk are free." 'Askline needs 4 GB for its images and a first database.'

project=${COMPOSE_PROJECT_NAME:-askline}
# Refuses to generate secrets beside an installation whose secrets are in another folder or lost: Postgres would not accept them,
# and the containers that would be replaced may hold the last copy of SECRETS_KEY.
assert_not_lost() {
  [ ! -e "$env_file" ] || return 0
  of_project="--all --filter label=com.docker.compose.project=$project"
  # shellcheck disable=SC2086
  container=$(docker ps --quiet $of_project | head -n 1)
  if [ -n "$container" ]; then
    folder=$(docker inspect --format '{{index .Config.Labels "com.docker.compose.project.working_dir"}}' "$container")
    refuse "$env_file is missing in this folder, and Docker has containers of an installation with other secrets." \
      "Copy it from the folder of that installation: $folder/$env_file
  If it is lost, do not remove the containers, which hold the last copy. This prints the secrets and addresses for a new $env_file:
    docker inspect --format '{{range .Config.Env}}{{println .}}{{end}}' \$(docker ps --quiet $of_project) | grep -E '^(POSTGRES_PASSWORD|OWNER_DATABASE_URL|DATABASE_URL|REDIS_PASSWORD|REDIS_URL|SECRETS_KEY|PUBLIC_URL|SOCKET_URL)=.' | grep -v =postgres:/// | sort -u"
  fi
  # By its name, because a volume that was made by hand or restored has no label.
  volume=$(docker volume ls --quiet | grep -x "${project}_postgres" || true)
  [ -z "$volume" ] || refuse "$env_file is missing in this folder, and Docker has the database of an installation with other passwords: the volume $volume." \
    "Copy $env_file from the folder of that installation, or from your backups. If you do not need the database: docker volume rm $volume"
}
files='-f docker-compose.yml'
# Asks the engine and not Compose, which would need all files of the installation.
containers_of() {
  docker ps --all --quiet --filter "label=com.docker.compose.project=$project" \
    --filter label=com.docker.compose.oneoff=False --filter "label=com.docker.compose.service=$1"
}
container_of() { containers_of "$1" | head -n 1; }
assert_only_run
assert_not_lost
# shellcheck disable=SC2086
if [ -e "$env_file" ]; then
  if [ -z "${ASKLINE_TAG:-}" ]; then
    tags=$(for container in $(for service in api routing-worker notifier courier; do containers_of "$service"; done); do
      docker inspect --format '{{.Config.Image}}' "$container"
    done | sed 's/.*://' | sort -u | paste -sd ' ' -)
    case $tags in
      '' | latest) ;;
      *' '*) refuse "Containers of several versions are here: $tags." 'An upgrade ended early. Choose one for all: deploy/upgrade.sh <tag>' ;;
      *)
        # A build would put the sources of this folder under the name of that version.
        export ASKLINE_TAG="$tags"
        build=--no-build
        echo "  ✓ version $tags as before (ASKLINE_TAG=latest ends that)"
        ;;
    esac
  fi
  if [ -z "$mode" ] && [ -n "$(container_of proxy)" ]; then
    mode=--scaled
    echo '  ✓ scaled as before (--single ends that)'
  fi
  prometheus=$(container_of prometheus)
  if [ -z "$watched" ] && [ -n "$prometheus" ]; then
    watched=--observability
    echo '  ✓ Prometheus, Grafana and Jaeger as before (--no-observability ends that)'
  fi
  if [ "$watched" = --observability ] && [ -z "${RUNBOOK_URL:-}" ] && [ -n "$prometheus" ]; then
    url=$(docker inspect --format '{{range .Config.Env}}{{println .}}{{end}}' "$prometheus" | sed -n 's/^RUNBOOK_URL=//p')
    case $url in
      # The page that Prometheus itself serves is the default, and may have another name in another version.
      '' | */user/RUNBOOK.*) ;;
      *)
        export RUNBOOK_URL="$url"
        echo "  ✓ links of alerts lead to $url as before"
        ;;
    esac
  fi
  if [ "$watched" = --no-observability ]; then
    for service in prometheus node-exporter grafana jaeger; do
      container=$(container_of "$service")
      [ -z "$container" ] || docker rm --force "$container" > /dev/null
    done
  fi
  postgres=$(container_of postgres)
  if [ -z "${BACKUP_FOLDER:-}" ] && [ -n "$postgres" ]; then
    mount='{{range .Mounts}}{{if eq .Destination "/backups"}}{{.Source}}{{end}}{{end}}'
    BACKUP_FOLDER=$(docker inspect --format "$mount" "$postgres")
    [ -z "$BACKUP_FOLDER" ] || echo "  ✓ log archived in $BACKUP_FOLDER as before"
  fi
fi
proxy=$(container_of proxy)
kept() { [ ! -e "$env_file" ] || setting_of "$1"; }
# Another certificate has another key.
[ -n "${TLS_CERTIFICATE:-}" ] || TLS_KEY=${TLS_KEY:-$(kept TLS_KEY)}
TLS_CERTIFICATE=${TLS_CERTIFICATE:-$(kept TLS_CERTIFICATE)}
TLS_KEY=${TLS_KEY:-}
if [ -n "$TLS_CERTIFICATE" ]; then
  [ "$mode" = --scaled ] || refuse 'TLS_CERTIFICATE is set, and only --scaled has the HAProxy that uses it.' \
    "Add --scaled, or empty TLS_CERTIFICATE in $env_file."
  socket=${SOCKET_URL:-$(kept SOCKET_URL)}
  # It follows PUBLIC_URL then.
  [ -n "${SOCKET_URL:-}" ] || [ "$socket" != "$(kept PUBLIC_URL)" ] || socket=''
  assert_certificate "${PUBLIC_URL:-$(kept PUBLIC_URL)}" "$socket"
fi
# Prints how many containers of a service to start: the given number, or those that are there and at least the usual number.
number_of() {
  if [ -n "$3" ]; then
    echo "$3"
    return
  fi
  now=$(containers_of "$1" | grep -c . || true)
  if [ "$now" -gt "$2" ] && [ "$mode" != --single ]; then echo "$now"; else echo "$2"; fi
}
for count in "${APIS:-}" "${NOTIFIERS:-}" "${WORKERS:-}"; do
  case $count in *[!0-9]* | 0*) refuse "$count is no number of processes." 'Give APIS, NOTIFIERS and WORKERS a number from 1 on.' ;; esac
done
if [ "$mode" = --scaled ]; then
  files="$files -f deploy/docker/compose.scaled.yml"
  [ -z "$TLS_CERTIFICATE" ] || files="$files -f deploy/docker/compose.tls.yml"
  apis=$(number_of api 2 "${APIS:-}")
  notifiers=$(number_of notifier 2 "${NOTIFIERS:-}")
  workers=$(number_of routing-worker 3 "${WORKERS:-}")
  [ "$apis" -le 8 ] && [ "$notifiers" -le 8 ] ||
    refuse "$apis APIs and $notifiers notifiers are asked for, and the proxy has room for at most 8 of each." 'Raise both numbers in deploy/docker/haproxy.cfg and here.'
else
  [ "${APIS:-1}" = 1 ] || refuse "APIS is $APIS, and only --scaled has room for several." 'Add --scaled.'
  [ "${NOTIFIERS:-1}" = 1 ] || refuse "NOTIFIERS is $NOTIFIERS, and only --scaled has room for several." 'Add --scaled.'
  apis=1
  notifiers=1
  workers=$(number_of routing-worker 1 "${WORKERS:-}")
fi
scale="--scale api=$apis --scale notifier=$notifiers --scale routing-worker=$workers"
if [ -n "${BACKUP_FOLDER:-}" ]; then
  export BACKUP_FOLDER
  files="$files -f deploy/docker/compose.backup.yml"
fi

if [ "$watched" = --observability ]; then files="$files -f deploy/docker/compose.observability.yml"; fi

random() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }
# A password in a URL must not contain characters that mean something there.
password() { random | tr -d '=+/'; }

if [ ! -e "$env_file" ]; then
  redis=$(password)
  umask 077
  # By the shell alone, because arguments of a program stand in the list of processes.
  while IFS= read -r line; do
    case $line in
      POSTGRES_PASSWORD=*) line=POSTGRES_PASSWORD=$(password) ;;
      OWNER_DATABASE_URL=*) line=OWNER_DATABASE_URL=postgres://askline_owner:$(password)@postgres:5432/askline ;;
      DATABASE_URL=*) line=DATABASE_URL=postgres://askline_service:$(password)@postgres:5432/askline ;;
      REDIS_PASSWORD=*) line=REDIS_PASSWORD=$redis ;;
      REDIS_URL=*) line=REDIS_URL=redis://:$redis@redis:6379 ;;
      SECRETS_KEY=*) line=SECRETS_KEY=$(random) ;;
    esac
    printf '%s\n' "$line"
  done < deploy/docker/askline.env.example > "$env_file.part"
  mv "$env_file.part" "$env_file"
  echo "  ✓ secrets generated in $env_file. Keep a copy with your backups: a restored database needs its SECRETS_KEY and passwords."
else
  echo "  ✓ secrets of $env_file kept"
fi
observability_file=deploy/docker/observability.env
# A file of its own, because the services get all of askline.env.
if [ "$watched" = --observability ] && [ ! -e "$observability_file" ]; then
  umask 077
  echo "GF_SECURITY_ADMIN_PASSWORD=${GRAFANA_PASSWORD:-$(password)}" > "$observability_file.part"
  mv "$observability_file.part" "$observability_file"
  echo "  ✓ password of Grafana's admin generated in $observability_file"
fi
set_value() {
  umask 077
  { grep -v "^$1=" "$env_file" || true; echo "$1=$2"; } > "$env_file.part"
  # A run as root, who may read the key of a certificate, must not take the file from its owner.
  [ "$(id -u)" != 0 ] || chown "$(ls -nd "$env_file" | awk '{ print $3 ":" $4 }')" "$env_file.part"
  mv "$env_file.part" "$env_file"
}
# Prints the ids of all keys in SECRETS_KEY. As the services name a key: 12 digits of the hash over its bytes.
list_key_ids() {
  hash=sha256sum
  # macOS has the second one.
  command -v sha256sum > /dev/null || hash='shasum -a 256'
  if ! command -v "${hash%% *}" > /dev/null; then
    echo '  ! sha256sum is missing, so backup.sh cannot check that SECRETS_KEY is the key of the database. Install coreutils.' >&2
    return 0
  fi
  setting_of SECRETS_KEY | tr ',' '\n' | while read -r key || [ -n "$key" ]; do
    { printf 'askline secrets key'; printf '%s' "$key" | base64 -d; } | $hash | cut -c1-12
  done | paste -sd ' ' -
}
# Writes an address to the environment if it has another value there.
set_url() {
  [ "$(setting_of "$1")" != "$2" ] || return 0
  set_value "$1" "$2"
  echo "  ✓ $1 is $2 now"
}
old_api=$(setting_of API_PORTS)
old_notifier=$(setting_of NOTIFIER_PORTS)
old_proxy=$(setting_of PROXY_PORT)
export_compose_settings
assert_connections "$apis" "$notifiers" "$workers"
# Refuses a port that another program of this machine listens on. Skips a range, because Docker picks a free port from it.
assert_free() {
  case ${DOCKER_HOST:-unix:} in unix:*) ;; *) return 0 ;; esac
  taken=${2##*:}
  case $taken in *[!0-9]*) return 0 ;; esac
  # Containers of this installation may hold it.
  [ -z "$(docker ps --quiet --filter "label=com.docker.compose.project=$project" --filter "publish=$taken")" ] || return 0
  ! cat /proc/net/tcp /proc/net/tcp6 2> /dev/null | grep -Eq ":$(printf '%04X' "$taken") [0-9A-F]+:0000 0A " ||
    refuse "Another program on this machine listens on port $taken." "Stop it, or choose another port: $1=$3 deploy/install.sh"
}
port_of() {
  ports=${1##*:}
  echo "${ports%%-*}"
}
notifier_port=$(port_of "${NOTIFIER_PORTS:-3001}")
if [ "$mode" = --scaled ]; then
  port=$(port_of "${PROXY_PORT:-3000}")
  assert_free PROXY_PORT "${PROXY_PORT:-3000}" 4000
  [ -z "$TLS_CERTIFICATE" ] || assert_free TLS_PORT "${TLS_PORT:-3443}" 4443
else
  port=$(port_of "${API_PORTS:-3000}")
  assert_free API_PORTS "${API_PORTS:-3000}" 4000
  assert_free NOTIFIER_PORTS "${NOTIFIER_PORTS:-3001}" 4001
fi
old=$(setting_of PUBLIC_URL)
# Addresses that nobody chose follow the ports.
case $old in
  "http://localhost:$(port_of "${old_api:-3000}")" | "http://localhost:$(port_of "${old_proxy:-3000}")") public=http://localhost:$port ;;
  *) public=$old ;;
esac
public=${PUBLIC_URL:-$public}
# Refuses an address of another machine if all its clients would share the limits of one address: that of a proxy of this machine.
assert_trusted_proxy() {
  [ "$mode" != --scaled ] && [ -z "${TRUST_PROXY:-$(setting_of TRUST_PROXY)}" ] || return 0
  case ${API_PORTS:-127.} in 127.* | '[::1]'*) ;; *) return 0 ;; esac
  case $public/ in *://localhost[:/]* | *://127.* | *://'[::1]'*) return 0 ;; esac
  refuse "PUBLIC_URL is $public, only a proxy of this machine reaches the API, and TRUST_PROXY is empty: all clients would share the limits of the proxy's address." \
    "Name its address as containers see it: TRUST_PROXY=172.16.0.0/12,192.168.0.0/16 deploy/install.sh
  Without a proxy, in a network that you trust: API_PORTS=0.0.0.0:$port NOTIFIER_PORTS=0.0.0.0:$notifier_port deploy/install.sh"
}
assert_trusted_proxy
for name in API_PORTS NOTIFIER_PORTS PROXY_PORT TLS_PORT TLS_CERTIFICATE TRUST_PROXY GRAFANA_PORT PROMETHEUS_PORT JAEGER_PORT; do
  eval "value=\${$name:-}"
  [ -z "$value" ] || [ "$value" = "$(setting_of "$name")" ] || set_value "$name" "$value"
done
[ "$TLS_KEY" = "$(setting_of TLS_KEY)" ] || set_value TLS_KEY "$TLS_KEY"
set_url PUBLIC_URL "$public"
socket=$(setting_of SOCKET_URL)
case $socket in
  '' | "$old" | "${old%:*}:$(port_of "${old_notifier:-3001}")")
    socket=$public
    # Without a proxy the notifier has a port of its own.
    case $mode/$public in
      --scaled/*) ;;
      */http://*:"$port") socket=${public%:*}:$notifier_port ;;
    esac
    ;;
esac
set_url SOCKET_URL "${SOCKET_URL:-$socket}"
for name in POSTGRES_PASSWORD DATABASE_URL REDIS_PASSWORD REDIS_URL SECRETS_KEY PUBLIC_URL; do
  grep -Eq "^$name=.+" "$env_file" || refuse "$name is missing in $env_file." "Add it; $env_file.example says what it is for."
done
grep -q 'change-me' "$env_file" && refuse "$env_file still holds passwords of the example." 'Replace each change-me, or remove the file to have new ones generated.'

# Postgres gets these instead of SECRETS_KEY: backup.sh compares them with the keys of the database.
ids=$(list_key_ids)
[ "$ids" = "$(setting_of SECRETS_KEY_IDS)" ] || set_value SECRETS_KEY_IDS "$ids"

# Every command of compose.backup.yml needs the folder.
compose="${BACKUP_FOLDER:+BACKUP_FOLDER='$BACKUP_FOLDER' }docker compose $files"
# Its port is the API's then.
# shellcheck disable=SC2086
if [ "$mode" = --single ]; then docker compose $files -f deploy/docker/compose.scaled.yml rm --stop --force proxy > /dev/null; fi
[ -z "$TLS_CERTIFICATE" ] || store_certificate "$proxy"
echo '  … starting, which takes some minutes where images are built'
# shellcheck disable=SC2086
if ! docker compose $files up --detach --wait --wait-timeout 600 $build $scale; then
  # shellcheck disable=SC2086
  docker compose $files ps --all >&2
  refuse 'Askline did not become healthy within ten minutes.' "Read why: $compose logs --tail 50"
fi
if [ -n "$TLS_CERTIFICATE" ]; then
  # A container that `up` has just made read the certificate already.
  if [ -n "$proxy" ] && [ "$proxy" = "$(container_of proxy)" ]; then reload_certificate "$proxy"; else publish_certificate; fi
else
  # Alerts would still warn of it.
  rm -f "$certificate_series"
  if [ -e "$certificate_folder" ]; then
    rm -rf "$certificate_folder"
    echo "  ✓ the copy of the certificate and its key removed from $certificate_folder"
  fi
fi
echo "  ✓ healthy

  API             $public/v1
  Documentation   $public/docs
  Desk            $public/desk
  Stop            $compose down          (keeps the data)
"
if [ "$mode" = --scaled ]; then
  published=${PROXY_PORT:-127.0.0.1:3000}
  all="PROXY_PORT=0.0.0.0:$port"
else
  published="${API_PORTS:-127.0.0.1:3000} ${NOTIFIER_PORTS:-127.0.0.1:3001}"
  all="API_PORTS=0.0.0.0:$port NOTIFIER_PORTS=0.0.0.0:$notifier_port"
fi
open=''
for address in $published; do
  case $address in 127.* | '[::1]'*) ;; *) open="$open $address" ;; esac
done
if [ -n "$TLS_CERTIFICATE" ]; then
  echo "  HTTPS is served at ${TLS_PORT:-127.0.0.1:3443} until $(end_of_certificate). After a renewal: deploy/renew-certificate.sh
  The API redirects plain HTTP at $published, or refuses it with HTTPS_MODE=refuse in $env_file."
  case ${TLS_PORT:-127.} in
    127.* | '[::1]'*) echo '  Only programs of this machine reach it. For all networks: TLS_PORT=0.0.0.0:443 PROXY_PORT=0.0.0.0:80 deploy/install.sh' ;;
  esac
elif [ -n "$open" ]; then
  echo "  ! Other machines reach$open by plain HTTP, even if ufw forbids it. Put a proxy with TLS before it: deploy/README.md, \"TLS\"."
else
  echo "  Only programs of this machine reach $published. Others need a proxy with TLS here: deploy/README.md, \"TLS\".
  Without one, in a network that you trust: $all deploy/install.sh"
fi
if [ "$watched" = --observability ]; then
  echo "
  On this machine only:
  Grafana         http://localhost:${GRAFANA_PORT:-3005}      admin, with the password of $observability_file
  Prometheus      http://localhost:${PROMETHEUS_PORT:-9090}
  Jaeger          http://localhost:${JAEGER_PORT:-16686}"
fi

# Last, because it is what to do next. The API container makes a new link, and prints none once a company exists.
setup_link="docker compose $files exec --no-TTY api node services/api/dist/askline.js setup link"
# shellcheck disable=SC2086
if link=$($setup_link 2>&1); then
  echo "
  Open this link within a day. It creates your company and its first admin:
  $link"
else
  case $link in
    *'set up already'*) ;;
    *) echo "
  ! The link that creates your company could not be made. Try again: ${BACKUP_FOLDER:+BACKUP_FOLDER='$BACKUP_FOLDER' }$setup_link" ;;
  esac
fi
