# Stands in for node:24-bookworm-slim where no image registry can be reached: Node and npm from npm's packages in this folder.
FROM debian:bookworm-slim
COPY node.tgz npm.tgz /tmp/
# The certificates of the host, so that npm reaches what the host reaches.
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
RUN mkdir /tmp/node && tar -xzf /tmp/node.tgz -C /tmp/node --strip-components=1 && mv /tmp/node/bin/node /usr/local/bin/node \
 && mkdir -p /usr/local/lib/node_modules/npm && tar -xzf /tmp/npm.tgz -C /usr/local/lib/node_modules/npm --strip-components=1 \
 && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
 && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
 && rm -rf /tmp/node /tmp/*.tgz \
 && groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
