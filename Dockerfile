# syntax=docker/dockerfile:1

FROM node:22-slim AS build
WORKDIR /app
# The packages change less often than the sources: their layer is kept until the lock file changes.
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:22-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /app
# Owned by root: the server can read its own program, not change it.
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/deploy/node.env ./deploy/
# The owner's command line: docker compose exec app npm run admin -- create-admin
COPY --from=build /app/scripts/run-built.mjs ./scripts/
COPY --from=build /app/tooling/require-node.mjs /app/tooling/project.mjs ./tooling/
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm: it receives the stop signal and finishes what is under way.
CMD ["node", "--env-file=deploy/node.env", "dist/server/main.js"]
