# Stands in for haproxy:3.0 where no image registry can be reached: Debian's HAProxy 2.6.
FROM debian:bookworm-slim
RUN apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends haproxy \
 && rm -rf /var/lib/apt/lists/*
USER haproxy
STOPSIGNAL SIGUSR1
CMD ["haproxy", "-W", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
