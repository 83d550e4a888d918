#!/bin/bash
# Succeeds if the service on this port of the container is ready. Bash alone, because a Node.js process for each check costs more
# processor time than an idle service: ready.sh 3000
exec 3<> "/dev/tcp/127.0.0.1/$1" || exit 1
printf 'GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
read -r -t 8 answer <&3
[[ $answer == *' 200 '* ]]
