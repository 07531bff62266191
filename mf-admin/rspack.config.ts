import { remotePreset } from '@portal/remote-kit/rspack'

// Fourteen screens of forms and tables, an editor with dragging and the items’ papers, uploads and the versions of papers, for a few admins; members never load them.
export default remotePreset({ name: 'admin', dir: import.meta.dirname, budget: 604_000 })
