import { remotePreset } from '@portal/remote-kit/rspack'

export default remotePreset({ name: 'example', dir: import.meta.dirname })
