import { setTimeout as after } from 'node:timers/promises'
import { getRelease, type ReleaseRecord } from '@portal/contract/publishing'
import { CommandFailure } from './command.ts'
import type { PortalConnection } from './portal-connection.ts'

/** The longest wait for the gate runner, and how often the portal is queried, in ms. */
const longest = 600_000
const interval = 2000

type Waiting = { limit?: number; wait?: (ms: number) => Promise<unknown> }

/**
 * Waits until the portal's gate runner has passed the release under the portal's shell. Fails with the faults if the
 * release didn't pass, or if no runner tried it in time. Returns at once if this portal needs no verdict or has no
 * runner: then the portal decides.
 */
export async function waitForVerdict(
  { call }: Pick<PortalConnection, 'call'>,
  params: { remote: string; release: string },
  print: (line: string) => void,
  { limit = longest, wait = after }: Waiting = {},
): Promise<void> {
  let announced: string | undefined
  for (let waited = 0; ; waited += interval) {
    const record = await call(getRelease, { params })
    const { trial, tried } = record
    const isPending = trial?.state === 'waiting' || trial?.state === 'trying'
    if (!isPending) {
      if (tried?.current && tried.result === 'failed') throw failure(record)
      if (tried?.current) print(`✓ ${'gate runner'.padEnd(12)} passed`)
      return
    }
    if (waited >= limit) {
      throw new CommandFailure(
        `The portal’s gate runner hasn’t tried ${params.release} within ${limit / 60_000} minutes, so it was not promoted. Run the command again later; if it still waits then, tell the portal’s operator.`,
      )
    }
    const doing = trial.state === 'trying' ? 'is trying it' : 'will try it next'
    if (doing !== announced) print(`The portal’s gate runner ${doing} …`)
    announced = doing
    await wait(interval)
  }
}

function failure({ release, tried }: ReleaseRecord): CommandFailure {
  const lines = (tried?.faults ?? []).flatMap((fault) =>
    fault.split('\n').map((line) => `    ${line}`),
  )
  return new CommandFailure(
    `${release} failed when the portal’s gate runner tried it under the portal’s shell, so it was not promoted:`,
    { lines },
  )
}

/** The gate runner's verdict on a release, in one line; undefined if the portal is an earlier one. */
export function verdictLine({ tried, trial }: Pick<ReleaseRecord, 'tried' | 'trial'>) {
  switch (trial?.state) {
    case 'waiting':
      return 'waits for the portal’s gate runner'
    case 'trying':
      return 'is being tried by the portal’s gate runner'
    case 'no runner':
      return 'not tried: this portal has no gate runner'
    case 'not needed':
      return undefined
    default:
  }
  if (!tried) return undefined
  if (!tried.current) return 'not tried under the shell that the portal has now'
  const origin = `by the portal’s gate runner, ${tried.at}`
  return tried.result === 'passed'
    ? `passed ${origin}`
    : `failed ${origin}: ${tried.faults[0]?.split('\n')[0]}`
}
