# Stands in for redis:7.2 where no image registry can be reached: Debian's Redis 7.0, started as the official image is.
FROM debian:bookworm-slim
COPY redis-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
RUN apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server \
 && rm -rf /var/lib/apt/lists/* && mkdir -p /data && chown redis:redis /data && chmod 755 /usr/local/bin/docker-entrypoint.sh
VOLUME /data
WORKDIR /data
EXPOSE 6379
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["redis-server", "--bind", "0.0.0.0", "--protected-mode", "no"]
