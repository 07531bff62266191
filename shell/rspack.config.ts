import type { ConfigFunction } from '@portal/remote-kit/rspack'
import { shellPreset } from '@portal/remote-kit/shell-preset'

const dir = import.meta.dirname

const config: ConfigFunction = (
  { RSPACK_SERVE = false, identity = 'emulator' } = {},
  { port = 3010 } = {},
) => shellPreset({ dir, identity, dev: RSPACK_SERVE ? { port } : undefined })

export default config
