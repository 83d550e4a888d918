# Prints ten seconds of a service's CPU profile. Runs inside its container, where the service is process 1. Open the output in the
# browser's developer tools or in an editor that reads .cpuprofile. The inspector listens on the container's loopback address only,
# until the process ends.
set -eu
kill -USR1 "${1:-1}"
file=$(mktemp)
{
  sleep 1; echo profile
  sleep 10; echo profileEnd
  sleep 3; echo "profiles[0].save('$file')"
  sleep 2; echo .exit
} | node inspect 127.0.0.1:9229 >&2
cat "$file"
rm "$file"
