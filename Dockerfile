# syntax=docker/dockerfile:1

# The portal's image: the API, the production shell, and the remotes that a first start adopts.
#   docker build --tag board-portal .
#   docker run --env-file production.env --publish 8080:8080 --volume portal-data:/data board-portal
#   docker build --target gate-runner --tag board-portal-gate-runner .
#   docker run --env PORTAL_URL=https://portal.example.org --env GATE_RUNNER_KEY board-portal-gate-runner
#   docker run --env-file production.env board-portal node api/commands/doctor.ts https://portal.example.org

# A tag can move: for production, name the digest too, as docs/operating.md shows.
ARG NODE_IMAGE=node:26-bookworm-slim

FROM ${NODE_IMAGE} AS base
ENV CI=true
RUN npm install --global pnpm@12.21.0
WORKDIR /portal

# Dependencies depend only on these files: a source change reuses the layer, and a new remote needs no line here.
FROM base AS manifests
COPY . .
RUN mkdir manifests
RUN find . -name package.json -not -path './manifests/*' -exec cp --parents {} manifests \;
RUN cp --recursive pnpm-lock.yaml pnpm-workspace.yaml patches manifests

FROM base AS build
COPY --from=manifests /portal/manifests ./
# With the development dependencies: the kit takes the bundler from those who build with it.
RUN pnpm install --frozen-lockfile --filter '@portal/shell...' --filter '@portal/mf-*...'
COPY . .
RUN node scripts/build.ts --shell-identity=firebase
# The shell's files are public; a release's bill of materials is one of its files.
RUN mkdir --parents built/sbom && mv shell/dist-production/sbom.cdx.json built/sbom/shell.cdx.json
RUN cp --parents --recursive shell/dist-production mf-*/dist built

# Not pnpm deploy: it would copy the contract into node_modules, where Node runs no TypeScript.
FROM base AS modules
COPY --from=manifests /portal/manifests ./
RUN pnpm install --frozen-lockfile --prod --filter-prod '@portal/api...'
# Of the fonts, the portal's PDFs use one file each; the other weights are 70 MB.
RUN find node_modules/.pnpm/@embedpdf+fonts-* node_modules/.pnpm/@fontsource+* -type f \
    \( -name '*.otf' -o -name '*.woff' -o -name '*.woff2' \) \
    -not -name '*-Regular.otf' -not -name '*-400-normal.woff' -delete
# Of pdf.js, texts need only the character maps and fonts; the rest is 35 MB.
RUN cd node_modules/.pnpm/pdfjs-dist@*/node_modules/pdfjs-dist && \
    find . -mindepth 1 -maxdepth 1 -not -name package.json -not -name LICENSE -not -name cmaps -not -name standard_fonts \
    -exec rm -r {} +
RUN mkdir sbom
RUN pnpm sbom --sbom-format cyclonedx --sbom-type application --prod --lockfile-only --filter-prod '@portal/api...' --out sbom/api.cdx.json

# An image of its own, with a browser. Root, so that it tries each release as another user, who can read neither its key
# nor its memory; containers may not create the namespaces that Chromium's own sandbox needs.
FROM base AS gate-runner
RUN apt-get update && apt-get install --yes --no-install-recommends chromium-headless-shell && rm -rf /var/lib/apt/lists/*
COPY --from=manifests /portal/manifests ./
RUN pnpm install --frozen-lockfile --filter board-portal --filter '@portal/remote-kit...' --filter '@portal/api...'
COPY . .
ENV TRIAL_USER=1000 \
    CHROMIUM_SANDBOX=off
CMD ["node", "scripts/gate-runner.ts"]

FROM ${NODE_IMAGE} AS portal
# Each malloc arena keeps the memory it was once given.
ENV NODE_ENV=production \
    PORT=8080 \
    DATA_FOLDER=/data \
    SHELL_FOLDER=shell/dist-production \
    MALLOC_ARENA_MAX=2
WORKDIR /portal
RUN mkdir --parents /data && chown node:node /data
COPY --from=modules /portal ./
COPY api api
COPY --from=build /portal/built ./
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node receives SIGTERM directly and ends within ten seconds. SIGUSR1 would open a debugger.
CMD ["node", "--disable-sigusr1", "--max-semi-space-size=4", "api/src/main.ts"]
