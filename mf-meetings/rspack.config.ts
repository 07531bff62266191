import { remotePreset } from '@portal/remote-kit/rspack'

export default remotePreset({ name: 'meetings', dir: import.meta.dirname })
