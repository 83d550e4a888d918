# Ports and memory limits of askline.env, which docker-compose.yml reads from the environment. install.sh and upgrade.sh source this
# file from the root of the repository.

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

# Exports them for Docker Compose. What the environment has already stays.
export_compose_settings() {
  for name in API_PORTS NOTIFIER_PORTS PROXY_PORT API_MEMORY WORKER_MEMORY NOTIFIER_MEMORY; do
    eval "given=\${$name:-}"
    value=${given:-$(setting_of "$name")}
    [ -z "$value" ] || export "$name=$value"
  done
  [ -z "${WORKER_MEMORY:-}" ] || return 0
  questions=$(setting_of EVIDENCE_QUESTIONS)
  case $questions in *[!0-9]*) refuse "EVIDENCE_QUESTIONS is $questions in deploy/docker/askline.env." 'Write a number, as in 1000000.' ;; esac
  # deploy/GROWTH.md has the measurement. The chart computes the same.
  export WORKER_MEMORY="$((400 + ${questions:-1000000} * 1650 / 1000000))m"
}
