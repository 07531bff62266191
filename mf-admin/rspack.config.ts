import { remotePreset } from '@portal/remote-kit/rspack'

// Twelve screens of forms and tables, an editor with dragging and the items’ papers, and uploads, for a few admins; members never load them.
export default remotePreset({ name: 'admin', dir: import.meta.dirname, budget: 450_000 })
