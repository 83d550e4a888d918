#!/bin/sh
# Replaces the running version by another one: deploy/upgrade.sh 1.4.0
# After deploy/install.sh --scaled the containers are replaced one by one: a new one starts, then an old one ends.
# Without --scaled each service is away for some seconds, because its port has room for one container.
# Back up first. The migrations of a version allow the version before it, so the way back is the same command with the old tag.
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
for service in api routing-worker notifier; do
  docker image inspect "askline/$service:$ASKLINE_TAG" > /dev/null 2>&1 ||
    refuse "The image askline/$service:$ASKLINE_TAG is not on this machine." 'Pull or build it first.'
done

. deploy/docker/compose-settings.sh
export_compose_settings
files='-f docker-compose.yml'
# Asks the engine and not Compose, which would need all files of the installation.
containers_of() {
  docker ps --quiet --filter "label=com.docker.compose.project=${COMPOSE_PROJECT_NAME:-askline}" \
    --filter label=com.docker.compose.oneoff=False --filter "label=com.docker.compose.service=$1"
}
runs() { [ -n "$(containers_of "$1")" ]; }
scaled=no
if runs proxy; then
  scaled=yes
  files="$files -f deploy/docker/compose.scaled.yml"
fi
# Without this file the services would send no traces any more.
if runs prometheus; then files="$files -f deploy/docker/compose.observability.yml"; fi
compose() {
  # shellcheck disable=SC2086
  docker compose $files "$@"
}

compose run --rm --no-deps migrate
echo "  ✓ database migrated for $ASKLINE_TAG; the old containers continue on it"
if [ "$scaled" = no ]; then
  # Without --no-deps, compose would also replace servers that were started with more files, such as compose.backup.yml.
  workers=$(containers_of routing-worker | grep -c . || true)
  # Without the number, compose would leave one worker.
  compose up --detach --wait --no-build --no-deps --scale "routing-worker=$((workers > 1 ? workers : 1))" api routing-worker notifier
else
  for service in routing-worker notifier api; do
    old=$(compose ps --quiet "$service")
    [ -n "$old" ] || refuse "No container of $service runs." 'Start them first: deploy/install.sh --no-build --scaled'
    count=$(printf '%s\n' "$old" | wc -l)
    for container in $old; do
      compose up --detach --wait --no-build --no-deps --no-recreate --scale "$service=$((count + 1))" "$service" ||
        refuse "A new container of $service did not become healthy. The others continue." "Read why: docker compose logs --tail 50 $service"
      docker stop --time 40 "$container" > /dev/null
      docker rm "$container" > /dev/null
    done
    echo "  ✓ $count × $service"
  done
fi
if grep -q '^DATABASE_URL=postgres://askline:.*@postgres:5432/askline$' deploy/docker/askline.env; then
  echo "  ! The services still log in as the superuser. ASKLINE_TAG=$ASKLINE_TAG deploy/install.sh --no-build gives them a role of their own; it restarts them all at once."
fi
echo "  ✓ $ASKLINE_TAG runs. Set ASKLINE_TAG=$ASKLINE_TAG for later commands of docker compose."
