import { constants, hostname, setPriority } from 'node:os'
import path from 'node:path'
import { print, printError } from '../api/domain/src/print.ts'
import { portalAddress } from '../shell/remote-kit/src/cli/portal-connection.ts'
import { browserFault } from './gate-runner/browser-fault.ts'
import { createGateRunner } from './gate-runner/gate-runner.ts'
import { gateApi } from './gate-runner/gate-api.ts'
import { runnerKey } from './gate-runner/runner-key.ts'
import { createTrials } from './gate-runner/trials.ts'

/**
 * The operator's gate runner: tries the releases that a portal has queued, in a browser under the portal's own shell,
 * and gives the verdicts. Takes PORTAL_URL and GATE_RUNNER_KEY from the environment. With `--background` it leaves the
 * machine to everything else, with `--until-idle` it ends when there has been nothing to try for a while. See
 * docs/operating.md.
 */
const stopping = new AbortController()
/** In ms: a team may publish several remotes. */
const idleLimit = 45_000
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort())

// Its browsers inherit it.
if (process.argv.includes('--background')) setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

try {
  const url = portalAddress(process.env)
  const api = gateApi({ url, key: runnerKey(process.env) })
  const fault = await browserFault()
  if (fault !== undefined) throw new Error(`The gate runner can’t try releases: ${fault}`)
  const trials = createTrials({ api, cache: path.resolve('node_modules/.cache/portal-shells') })
  await createGateRunner({
    api,
    trials,
    name: `${hostname()}:${process.pid}`,
    say: print,
  }).run(stopping.signal, process.argv.includes('--until-idle') ? idleLimit : undefined)
} catch (error) {
  printError(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
