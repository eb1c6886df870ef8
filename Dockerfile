# Listens on loopback inside its network namespace unless callers are configured, so a published port reaches nothing
# until they are. Either share the namespace of the agent:
#   docker run --network container:<agent> portcullis
# or say who may call, then listen on every address:
#   docker run --read-only -p 127.0.0.1:8080:8080 -e PORTCULLIS_HOST=0.0.0.0 \
#     -v ./callers.json:/etc/portcullis/callers.json:ro -e PORTCULLIS_CALLERS_FILE=/etc/portcullis/callers.json portcullis
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
RUN npm run build && npm prune --omit=dev
# The reader is the WebAssembly file; native builds of the same grammar and the sources it is made from are not used.
RUN rm -r node_modules/tree-sitter-bash/prebuilds node_modules/tree-sitter-bash/src

FROM node:22-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY policies ./policies
COPY schemas ./schemas
# Everything above belongs to root; the service writes nothing below its folder and works on a read-only file system.
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "dist/main.js", "health"]
# Node.js itself gets the signals: a stop finishes running requests.
CMD ["node", "dist/main.js"]
