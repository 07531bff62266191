import { remotePreset } from '@portal/remote-kit/rspack'

export default remotePreset({ name: 'polls', dir: import.meta.dirname })
