import { remotePreset } from '@portal/remote-kit/rspack'

// Eleven screens of forms and tables, for a few admins; members never load them.
export default remotePreset({ name: 'admin', dir: import.meta.dirname, budget: 400_000 })
