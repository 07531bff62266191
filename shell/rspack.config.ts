import { shellPreset } from '@portal/remote-kit/rspack'

export default shellPreset({ dir: import.meta.dirname, identity: 'emulator' })
