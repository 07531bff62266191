import { remotePreset } from '@portal/remote-kit/rspack'

// Fifteen screens of forms and tables, an editor with dragging, the items’ papers and versions, uploads and the versions of papers, for a few admins; members never load them.
export default remotePreset({ name: 'admin', dir: import.meta.dirname, budget: 660_000 })
