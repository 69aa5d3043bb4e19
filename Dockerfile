# Builds the package from this checkout, and installs it alone. docs/hosting.md has what to run it with.
FROM node:22.17.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && mkdir /package && npm pack --ignore-scripts --pack-destination /package

FROM node:22.17.0-bookworm-slim
COPY --from=build /package /package
RUN npm install --global --ignore-scripts --no-audit --no-fund /package/*.tgz && rm -r /package
# Without a database, data is in a folder of the user; mount a volume there.
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production SVC_HOST=0.0.0.0 SVC_PORT=4010
WORKDIR /data
USER node
EXPOSE 4010
# Whether the process answers, with the port and HTTPS of its variables. A database that is away is no reason to restart it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "/usr/local/lib/node_modules/svc-sandbox/bin/svc-sandbox.js", "healthcheck"]
# node itself gets SIGTERM, and drains.
ENTRYPOINT ["node", "/usr/local/lib/node_modules/svc-sandbox/bin/svc-sandbox.js"]
CMD ["serve"]
