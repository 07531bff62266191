import { remotePreset } from '@portal/remote-kit/rspack'

export default remotePreset({ name: 'directory', dir: import.meta.dirname })
