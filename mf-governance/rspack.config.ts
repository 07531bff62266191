import { remotePreset } from '@portal/remote-kit/rspack'

export default remotePreset({ name: 'governance', dir: import.meta.dirname })
