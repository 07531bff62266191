import { remotePreset } from '@portal/remote-kit/rspack'

export default remotePreset({ name: 'admin', dir: import.meta.dirname })
