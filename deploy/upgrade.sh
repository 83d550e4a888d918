#!/bin/sh
# Replaces the running version by another one: deploy/upgrade.sh 1.4.0
# After deploy/install.sh --scaled the containers are replaced one by one: a new one starts, then an old one ends.
# Without --scaled each service is away for some seconds, because its port has room for one container.
# Back up first. The migrations of a version allow the version before it, so the way back is the same command with the old tag.
# With the tag that runs, it applies changes of askline.env to the services in the same way.
set -eu
cd "$(dirname "$0")/.."
refuse() {
  printf '✗ %s\n  %s\n' "$1" "$2" >&2
  exit 1
}
[ "$#" -eq 1 ] || refuse "One tag of the new images is needed, not $# words." 'Use: deploy/upgrade.sh 1.4.0'
docker info > /dev/null 2>&1 || refuse 'No Docker engine answers.' 'Start Docker, or set DOCKER_HOST.'
[ -e deploy/docker/askline.env ] || refuse 'Nothing is installed here: deploy/docker/askline.env is missing.' 'Install first: deploy/install.sh'
export ASKLINE_TAG="$1"
for service in api routing-worker notifier courier; do
  docker image inspect "askline/$service:$ASKLINE_TAG" > /dev/null 2>&1 ||
    refuse "The image askline/$service:$ASKLINE_TAG is not on this machine." 'Pull or build it first.'
done

. deploy/docker/compose-settings.sh
assert_only_run
files='-f docker-compose.yml'
# Asks the engine and not Compose, which would need all files of the installation.
containers_of() {
  # shellcheck disable=SC2086
  docker ps --quiet --no-trunc ${2:-} --filter "label=com.docker.compose.project=${COMPOSE_PROJECT_NAME:-askline}" \
    --filter label=com.docker.compose.oneoff=False --filter "label=com.docker.compose.service=$1"
}
export_compose_settings
runs() { [ -n "$(containers_of "$1")" ]; }
scaled=no
if runs proxy; then
  scaled=yes
  files="$files -f deploy/docker/compose.scaled.yml"
  # Without this file the APIs would no longer redirect plain HTTP.
  if docker inspect --format '{{range .Config.Env}}{{println .}}{{end}}' "$(containers_of proxy)" | grep -q '^TLS_CERTIFICATE='; then
    files="$files -f deploy/docker/compose.tls.yml"
  fi
fi
# Without this file the services would send no traces any more.
if runs prometheus; then files="$files -f deploy/docker/compose.observability.yml"; fi
compose() {
  # shellcheck disable=SC2086
  docker compose $files "$@"
}
# The version that the way back leads to. The API's counts most, because its containers are replaced last.
back=$ASKLINE_TAG
for service in routing-worker notifier courier api; do
  for container in $(containers_of "$service" --all); do
    image=$(docker inspect --format '{{.Config.Image}}' "$container")
    [ "${image##*:}" = "$ASKLINE_TAG" ] || back=${image##*:}
  done
done
go_back() {
  way="Go back: deploy/upgrade.sh $back"
  [ "$back" != "$ASKLINE_TAG" ] || way="Correct deploy/docker/askline.env or the image. Then repeat: deploy/upgrade.sh $back"
  refuse "$1" "The lines above say why. $way"
}

new_containers() { containers_of "$service" --all | grep -vxF "$before" || true; }
# A leftover would count as one of the service's containers from then on.
remove_new() {
  for container in $(new_containers); do
    docker logs --tail 50 "$container" >&2 || true
    docker rm --force "$container" > /dev/null
  done
}
# Succeeds if the new container becomes healthy within ten minutes. `up --wait` would also look at the old ones, which may be the
# reason to replace them.
is_new_healthy() {
  new=$(new_containers)
  tries=0
  while [ -n "$new" ] && [ "$tries" -lt 300 ]; do
    case $(docker inspect --format '{{.State.Health.Status}}' "$new" || echo gone) in
      healthy) return 0 ;;
      unhealthy | *gone) return 1 ;;
    esac
    tries=$((tries + 1))
    sleep 2
  done
  return 1
}

compose run --rm --no-deps migrate || go_back "The database could not be migrated for $ASKLINE_TAG. The old containers continue."
echo "  ✓ database migrated for $ASKLINE_TAG; the old containers continue on it"
if [ "$scaled" = no ]; then
  # Without --no-deps, compose would also replace servers that were started with more files, such as compose.backup.yml.
  workers=$(containers_of routing-worker | grep -c . || true)
  # Without the number, compose would leave one worker.
  compose up --detach --wait --wait-timeout 600 --no-build --no-deps --scale "routing-worker=$((workers > 1 ? workers : 1))" api routing-worker notifier courier || {
    compose logs --tail 50 api routing-worker notifier courier >&2
    go_back "$ASKLINE_TAG did not become healthy within ten minutes."
  }
else
  for service in routing-worker notifier courier api; do
    old=$(containers_of "$service" --all)
    [ -n "$old" ] || refuse "There is no container of $service." 'Start them first: deploy/install.sh --no-build --scaled'
    count=$(printf '%s\n' "$old" | wc -l)
    for container in $old; do
      before=$(containers_of "$service" --all)
      trap 'remove_new; exit 1' HUP INT TERM
      if ! compose up --detach --no-build --no-deps --no-recreate --scale "$service=$((count + 1))" "$service" || ! is_new_healthy; then
        remove_new
        go_back "A new container of $service did not become healthy, and was removed. The others continue."
      fi
      trap - HUP INT TERM
      docker stop --time 40 "$container" > /dev/null
      docker rm "$container" > /dev/null
    done
    echo "  ✓ $count × $service"
  done
fi
echo "  Postgres, Redis, the proxy, Prometheus and Grafana keep the settings of the version before. deploy/install.sh --no-build applies those of this version, and restarts what changed."
echo "  ✓ $ASKLINE_TAG runs. Set ASKLINE_TAG=$ASKLINE_TAG for later commands of docker compose."
