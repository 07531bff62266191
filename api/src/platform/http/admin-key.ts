import type { AdminKeyHolder } from '../../access.ts'
import type { Log } from '../log.ts'
import { createServerKey, type ServerKey } from './server-key.ts'

type Parts = {
  /** Without one, no key is accepted. */
  key: string | undefined
  trustedProxies: number
  now: () => Date
  log: Log
}

export type AdminKey = ServerKey<AdminKeyHolder>

export function createAdminKey(options: Parts): AdminKey {
  return createServerKey({
    ...options,
    name: 'admin key',
    header: 'x-admin-key',
    holder: { key: 'admin' },
    notForBrowsers: 'The admin key is for servers only: sign in instead.',
  })
}
