/**
 * Wraps a remote that is edited while it runs in a built shell. The shell has the remote as one object, so edits are
 * copied into that object, and the shell then renders again. Only the edited modules are fetched.
 */
const remote = require('edited-remote').default

module.exports = { __esModule: true, default: remote }

module.hot?.accept('edited-remote', () => {
  Object.assign(remote, require('edited-remote').default)
  dispatchEvent(new Event('portal:remote-changed'))
})
