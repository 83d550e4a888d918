# Stands in for prom/node-exporter:v1.9.1 where no image registry can be reached: Debian's node exporter 1.5.
FROM debian:bookworm-slim
RUN apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends prometheus-node-exporter \
 && rm -rf /var/lib/apt/lists/*
USER nobody
EXPOSE 9100
ENTRYPOINT ["prometheus-node-exporter"]
