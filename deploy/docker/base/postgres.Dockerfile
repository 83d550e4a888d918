# Stands in for postgres:17 where no image registry can be reached: Postgres of Debian trixie, started as the official image is.
FROM debian:bookworm-slim
RUN sed 's/bookworm/trixie/' /etc/apt/sources.list > /etc/apt/sources.list.d/trixie.list \
 && apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -t trixie postgresql-17 \
 && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/17 \
 && mkdir -p /var/lib/postgresql/data && chown postgres:postgres /var/lib/postgresql/data
ENV PATH=/usr/lib/postgresql/17/bin:$PATH PGDATA=/var/lib/postgresql/data
COPY postgres-entrypoint.sh /usr/local/bin/
EXPOSE 5432
STOPSIGNAL SIGINT
ENTRYPOINT ["sh", "/usr/local/bin/postgres-entrypoint.sh"]
CMD ["postgres"]
