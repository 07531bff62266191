/**
 * Stands before a remote that is edited inside a built shell. The shell holds the remote as one object, so what was
 * edited is put into it; then the shell is asked to draw anew. Nothing but the edited modules is fetched.
 */
const remote = require('edited-remote').default

module.exports = { __esModule: true, default: remote }

module.hot?.accept('edited-remote', () => {
  Object.assign(remote, require('edited-remote').default)
  dispatchEvent(new Event('portal:remote-changed'))
})
