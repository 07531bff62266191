// One refresh runtime for shell and remotes: each build bundles its own copy, and React knows only one.
globalThis.__portalRefresh ??= require('react-refresh/cjs/react-refresh-runtime.development.js')
module.exports = globalThis.__portalRefresh
