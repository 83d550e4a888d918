# Exports the ports and memory limits of askline.env, which docker-compose.yml reads from the environment. For install.sh and
# upgrade.sh, in the folder of the repository.
setting_of() { sed -n "s|^$1=||p" deploy/docker/askline.env; }
for name in API_PORTS NOTIFIER_PORTS PROXY_PORT API_MEMORY WORKER_MEMORY NOTIFIER_MEMORY; do
  value=$(setting_of "$name")
  [ -z "$value" ] || export "$name=$value"
done
if [ -z "$(setting_of WORKER_MEMORY)" ]; then
  questions=$(setting_of EVIDENCE_QUESTIONS)
  # deploy/GROWTH.md has the measurement. The chart computes the same.
  export WORKER_MEMORY="$((400 + ${questions:-1000000} * 1650 / 1000000))m"
fi
