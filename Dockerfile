FROM node:24-bookworm-slim AS build
WORKDIR /srv
COPY package.json package-lock.json .npmrc ./
COPY backend/package.json backend/
COPY frontend/package.json frontend/
COPY bench/package.json bench/
RUN npm ci
COPY . .
RUN npx nx run-many -t build --projects=@footnote/backend,@footnote/frontend && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /srv
COPY --from=build /srv/package.json ./
COPY --from=build /srv/node_modules node_modules
COPY --from=build /srv/backend/package.json backend/
COPY --from=build /srv/backend/node_modules backend/node_modules
COPY --from=build /srv/backend/dist backend/dist
COPY --from=build /srv/backend/resources backend/resources
COPY --from=build /srv/frontend/dist frontend/dist
RUN mkdir -m 0700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "backend/dist/src/main.js"]
