import { existsSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../../..')

/** The portal's own repository; undefined if this kit was installed from a registry. */
export const portalWorkspace = existsSync(path.join(root, 'shell/remote-kit')) ? root : undefined
