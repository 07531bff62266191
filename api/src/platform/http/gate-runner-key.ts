import { gateRunnerHeader } from '@portal/contract/gate-trials'
import type { GateRunnerHolder } from '../../access.ts'
import type { Log } from '../log.ts'
import { createServerKey, type ServerKey } from './server-key.ts'

type Parts = {
  /** Without one, no key is accepted. */
  key: string | undefined
  trustedProxies: number
  now: () => Date
  log: Log
}

export type GateRunnerKey = ServerKey<GateRunnerHolder>

export function createGateRunnerKey(options: Parts): GateRunnerKey {
  return createServerKey({
    ...options,
    name: 'gate runner’s key',
    header: gateRunnerHeader,
    holder: { key: 'gate runner' },
    notForBrowsers: 'The gate runner’s key never comes from a browser.',
  })
}
