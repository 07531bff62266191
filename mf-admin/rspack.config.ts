import { remotePreset } from '@portal/remote-kit/rspack'

// Eleven screens of forms and tables, which a few people load and no member does.
export default remotePreset({ name: 'admin', dir: import.meta.dirname, budget: 340_000 })
