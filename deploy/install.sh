#!/bin/sh
# Installs Askline with Docker Compose on this machine, or updates it. Running it again changes nothing that is right.
#   deploy/install.sh                  builds the images, generates the secrets, starts everything, waits until it is healthy
#   deploy/install.sh --no-build       uses images that are there, for example from your own registry
#   deploy/install.sh --scaled         three routing workers, two APIs and two notifiers behind HAProxy
#   BACKUP_FOLDER=/backups deploy/install.sh      also archives the log of Postgres (deploy/backup)
#   PUBLIC_URL=https://help.example.com SOCKET_URL=https://help.example.com deploy/install.sh      the addresses that clients use
set -eu
cd "$(dirname "$0")/.."
env_file=deploy/docker/askline.env
build=--build
files='-f docker-compose.yml'
scale=''

refuse() {
  printf '✗ %s\n  %s\n' "$1" "$2" >&2
  exit 1
}
for flag in "$@"; do
  case $flag in
    --no-build) build=--no-build ;;
    --scaled)
      files="$files -f deploy/docker/compose.scaled.yml"
      scale='--scale api=2 --scale notifier=2 --scale routing-worker=3'
      ;;
    *) refuse "There is no flag $flag." 'Use --no-build or --scaled.' ;;
  esac
done

if [ -n "${BACKUP_FOLDER:-}" ]; then files="$files -f deploy/docker/compose.backup.yml"; fi

docker info > /dev/null 2>&1 || refuse 'No Docker engine answers.' 'Start Docker, or set DOCKER_HOST.'
docker compose version > /dev/null 2>&1 || refuse 'Docker Compose v2 is missing.' 'Install the package docker-compose-plugin.'
free_kb=$(df -Pk . | awk 'NR == 2 { print $4 }')
[ "$free_kb" -gt 4000000 ] || refuse "Only $((free_kb / 1024)) MB of disk are free." 'Askline needs 4 GB for its images and a first database.'

random() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }
# A password in a URL must not contain characters that mean something there.
password() { random | tr -d '=+/'; }

if [ ! -e "$env_file" ]; then
  postgres=$(password)
  redis=$(password)
  umask 077
  sed -e "s|^POSTGRES_PASSWORD=.*|POSTGRES_PASSWORD=$postgres|" \
    -e "s|^DATABASE_URL=.*|DATABASE_URL=postgres://askline:$postgres@postgres:5432/askline|" \
    -e "s|^REDIS_PASSWORD=.*|REDIS_PASSWORD=$redis|" \
    -e "s|^REDIS_URL=.*|REDIS_URL=redis://:$redis@redis:6379|" \
    -e "s|^SECRETS_KEY=.*|SECRETS_KEY=$(random)|" \
    -e "s|^PUBLIC_URL=.*|PUBLIC_URL=${PUBLIC_URL:-http://localhost:3000}|" \
    -e "s|^SOCKET_URL=.*|SOCKET_URL=${SOCKET_URL:-http://localhost:3001}|" \
    deploy/docker/askline.env.example > "$env_file.part"
  mv "$env_file.part" "$env_file"
  echo "  ✓ secrets generated in $env_file. Keep a copy with your backups: a restored database needs SECRETS_KEY."
else
  echo "  ✓ secrets of $env_file kept"
fi
for name in POSTGRES_PASSWORD DATABASE_URL REDIS_PASSWORD REDIS_URL SECRETS_KEY PUBLIC_URL; do
  grep -Eq "^$name=.+" "$env_file" || refuse "$name is missing in $env_file." "Add it; $env_file.example says what it is for."
done
grep -q 'change-me' "$env_file" && refuse "$env_file still holds passwords of the example." 'Replace each change-me, or remove the file to have new ones generated.'

echo '  … starting, which takes some minutes where images are built'
# shellcheck disable=SC2086
if ! docker compose $files up --detach --wait --wait-timeout 300 $build $scale; then
  # shellcheck disable=SC2086
  docker compose $files ps --all >&2
  refuse 'Askline did not become healthy within five minutes.' "Read why: docker compose $files logs --tail 50"
fi
public=$(sed -n 's/^PUBLIC_URL=//p' "$env_file")
echo "  ✓ healthy

  API             $public/v1
  Documentation   $public/docs
  Desk            $public/desk
  First company   docker compose exec api node services/api/dist/askline.js company create --help
  Stop            docker compose $files down          (keeps the data)"
