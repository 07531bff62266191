import path from 'node:path'
import { print } from '../../api/domain/src/print.ts'
import { type Child, startNode } from '../child.ts'

const script = path.join(import.meta.dirname, '../gate-runner.ts')

/**
 * Starts a gate runner next to a portal. It prints only what somebody should know: a release that failed, or why nothing
 * can be tried; the portal runs on without it.
 */
export function startGateRunner({ url, key }: { url: string; key: string }): Child {
  return startNode(script, ['--background'], {
    env: { PORTAL_URL: url, GATE_RUNNER_KEY: key },
    onLine: (line) => {
      if (!line.startsWith('✓')) print(line)
    },
  })
}
