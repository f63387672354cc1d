# syntax=docker/dockerfile:1
# The web process and the worker in one image. `compose.yaml` runs it; docs/operations.md explains both.
ARG NODE=node:24-bookworm-slim

FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY sandbox/package.json sandbox/
RUN npm ci
COPY . .
# Needs no database, no keys, and no address.
RUN BUILD_CACHE=false npm run build && rm -rf .next/cache

FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --workspaces=false

FROM ${NODE}
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 PORT=3000 UPLOADS_DIR=/data/uploads
# glibc keeps the memory of pictures otherwise (scripts/child-processes.mjs).
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
# For backups: pg_dump refuses a server that is newer, and Debian's is older than compose.yaml's.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates postgresql-common \
  && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
  && apt-get install -y --no-install-recommends postgresql-client-18 \
  && rm -rf /var/lib/apt/lists/*
RUN install -d -o node -g node /data/uploads
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/package.json /app/next.config.ts /app/tsconfig.json /app/payload.config.ts ./
COPY --from=build /app/public public
COPY --from=build /app/src src
COPY --from=build /app/dist dist
COPY --from=build /app/.next .next
USER node
VOLUME /data/uploads
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=4s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Heap limit: 384 MB plus half of PAGE_CACHE_MB (scripts/start-shop.mjs).
CMD ["node", "--max-old-space-size=512", "--conditions=production", "--enable-source-maps", "dist/web.mjs"]
