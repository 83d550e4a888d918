# Functions of install.sh and upgrade.sh. They export settings of askline.env that docker-compose.yml reads from the environment.
# They source this file from the root of the repository.

# Prints the value of a setting of askline.env: of its last line, as Docker does, without quotes and a comment behind it.
setting_of() {
  awk -v name="$1=" '
    index($0, name) == 1 { value = substr($0, length(name) + 1) }
    END {
      sub(/[ \t\r]+$/, "", value)
      sub(/[ \t]+#.*$/, "", value)
      if (value ~ /^".*"$/ || value ~ /^\047.*\047$/) value = substr(value, 2, length(value) - 2)
      print value
    }' deploy/docker/askline.env
}

# Refuses to run beside another install.sh or upgrade.sh of this folder. The lock ends with the process and the
# programs that it started, even if they are killed. macOS has no flock.
assert_only_run() {
  command -v flock > /dev/null || return 0
  exec 9< deploy/docker
  flock -n 9 || refuse 'Another run of install.sh or upgrade.sh is in progress in this folder.' 'Wait until it has ended.'
}

# Prints one number that changes with the content of the files.
sum_of() { cat "$@" 2> /dev/null | cksum | cut -d' ' -f1; }

# Exports them for Docker Compose. What the environment has already stays.
export_compose_settings() {
  for name in API_PORTS NOTIFIER_PORTS PROXY_PORT TLS_PORT API_MEMORY WORKER_MEMORY NOTIFIER_MEMORY API_DATABASE_POOL \
    NODE_IMAGE POSTGRES_IMAGE REDIS_IMAGE HAPROXY_IMAGE GRAFANA_IMAGE JAEGER_IMAGE NODE_EXPORTER_IMAGE PROMETHEUS_IMAGE; do
    eval "given=\${$name:-}"
    value=${given:-$(setting_of "$name")}
    case $name in
      *_PORT | *_PORTS)
        # Docker's rules go before those of ufw, so a port of all networks would be open there too.
        case $value in '' | *:*) ;; *) value=127.0.0.1:$value ;; esac
        ;;
    esac
    [ -z "$value" ] || export "$name=$value"
  done
  # Always of this machine only, so they have no address.
  for name in GRAFANA_PORT PROMETHEUS_PORT JAEGER_PORT; do
    eval "given=\${$name:-}"
    value=${given:-$(setting_of "$name")}
    [ -z "$value" ] || export "$name=$value"
  done
  # Compose would put the default of compose.tls.yml before the value of askline.env.
  export HTTPS_MODE="${HTTPS_MODE:-$(setting_of HTTPS_MODE)}"
  # DATABASE_POOL is for all services.
  export API_DATABASE_POOL="${API_DATABASE_POOL:-$(setting_of DATABASE_POOL)}"
  # Under another name, because Docker's own programs read this one too, and would send traces of a build there.
  export TRACES_ENDPOINT="${OTEL_EXPORTER_OTLP_ENDPOINT:-$(setting_of OTEL_EXPORTER_OTLP_ENDPOINT)}"
  # Compose replaces a container if its settings change, and does not look into the files that it mounts.
  export PROMETHEUS_FILES="$(sum_of deploy/RUNBOOK.md deploy/observability/*.yml deploy/observability/*.sh)"
  export GRAFANA_FILES="$(sum_of deploy/observability/grafana/* deploy/observability/dashboards/*)"
  export PROXY_FILES="$(sum_of deploy/docker/haproxy.cfg)"
  [ -z "${WORKER_MEMORY:-}" ] || return 0
  questions=$(setting_of EVIDENCE_QUESTIONS)
  case $questions in *[!0-9]*) refuse "EVIDENCE_QUESTIONS is $questions in deploy/docker/askline.env." 'Write a number, as in 1000000.' ;; esac
  # deploy/GROWTH.md explains the sum. The chart computes the same.
  export WORKER_MEMORY="$((400 + ${questions:-1000000} * 1650 / 1000000))m"
}

# Refuses more connections than the Postgres of docker-compose.yml accepts: assert_connections <APIs> <notifiers> <workers>
assert_connections() {
  case $(setting_of DATABASE_URL) in *@postgres:5432/*) ;; *) return 0 ;; esac
  all=$(setting_of DATABASE_POOL)
  for pool in "$all" "$API_DATABASE_POOL"; do
    case $pool in *[!0-9]* | 0*) refuse "$pool is no number of connections." 'Give DATABASE_POOL and API_DATABASE_POOL a number, as in 16.' ;; esac
  done
  accepted=$(sed -n 's/.*max_connections=\([0-9]*\).*/\1/p' docker-compose.yml)
  # Each process has two pools, also the courier. An upgrade adds a container. 50 are for migrations, backups, learning and people.
  needed=$((2 * (($1 + 1) * ${API_DATABASE_POOL:-16} + $2 * ${all:-8} + $3 * ${all:-10} + ${all:-6}) + 50))
  [ "$needed" -le "$accepted" ] ||
    refuse "Postgres accepts $accepted connections, and this may need $needed: APIs $1, notifiers $2, workers $3." \
      'If only the APIs need more, rename DATABASE_POOL in askline.env to API_DATABASE_POOL. Otherwise start fewer, or lower both. Or raise max_connections in docker-compose.yml and deploy/docker/compose.backup.yml.'
}
