import { setTimeout as after } from 'node:timers/promises'
import { isApiError } from '../../shell/remote-kit/src/client.ts'
import {
  endTrial,
  type GateTrial,
  renewTrial,
  takeTrial,
  trialLimits,
} from '../../api/contract/src/gate-trials.ts'
import type { GateApi } from './gate-api.ts'

/** How often the lease of a trial is renewed, in ms: it lasts a minute. */
const renewInterval = 20_000
/** The longest wait before asking again, in ms. */
const longestWait = 5000
/** The same while the portal doesn't answer. */
const longestOutage = 30_000

export type Trials = {
  /** Tries a release, and resolves with its faults. Rejects if it couldn't, which says nothing about the release. */
  faultsOf: (trial: GateTrial, stop: AbortSignal) => Promise<string[]>
}

type GateRunnerParts = {
  api: Pick<GateApi, 'call' | 'callOnce'>
  trials: Trials
  /** For people: `portal-1:4711`. */
  name: string
  say: (...lines: string[]) => void
  /** How long to wait before asking again, in ms: longer each time there is nothing to try. */
  shortestWait?: number
}

export type GateRunner = {
  /**
   * Tries one release after the other until the signal, or until there has been nothing to try for `idleLimit` ms;
   * rejects if the portal doesn't accept the key.
   */
  run: (stop: AbortSignal, idleLimit?: number) => Promise<void>
}

export function createGateRunner({
  api,
  trials,
  name,
  say,
  shortestWait = 1000,
}: GateRunnerParts): GateRunner {
  const attempt = async (trial: GateTrial, stop: AbortSignal) => {
    const { remote, release, shell } = trial
    const params = { remote, release }
    const began = performance.now()
    const lost = new AbortController()
    let { lease } = trial
    const letGo = repeatedly(
      async () => {
        ;({ lease } = await api.call(renewTrial, { params, body: { shell, lease } }))
      },
      (cause) => lost.abort(cause),
    )
    try {
      const faults = shortened(await trials.faultsOf(trial, AbortSignal.any([stop, lost.signal])))
      await letGo()
      const result = faults.length > 0 ? ('failed' as const) : ('passed' as const)
      await api.call(endTrial, { params, body: { shell, lease, runner: name, result, faults } })
      const seconds = Math.round((performance.now() - began) / 1000)
      say(...verdictLines(trial, faults, seconds))
    } catch (error) {
      // The lease expires, and the release is tried again.
      if (stop.aborted) return
      say(`The gate runner couldn’t try ${remote} ${release}: ${message(error)}`)
      if (lost.signal.aborted) return
      await letGo()
      const faults = shortened([message(error), ...logIn(error)])
      const body = { shell, lease, runner: name, result: 'no verdict' as const, faults }
      await api.callOnce(endTrial, { params, body }).catch(() => undefined)
    } finally {
      await letGo()
    }
  }

  return {
    async run(stop, idleLimit = Infinity) {
      let wait = shortestWait
      let isOut = false
      let idleSince = performance.now()
      while (!stop.aborted && performance.now() - idleSince < idleLimit) {
        try {
          const { trial } = await api.callOnce(takeTrial, { body: { runner: name } })
          if (isOut) say('The gate runner reaches the portal again.')
          isOut = false
          wait = trial ? shortestWait : Math.min(longestWait, wait * 1.5)
          if (trial) {
            await attempt(trial, stop)
            idleSince = performance.now()
          }
        } catch (error) {
          if (isFinal(error)) throw error
          if (!isOut) say(`The gate runner can’t reach the portal: ${message(error)}`)
          isOut = true
          wait = Math.min(longestOutage, wait * 2)
        }
        await after(wait, undefined, { signal: stop }).catch(() => undefined)
      }
    },
  }
}

/** Calls `work` at intervals until the returned function is called, which waits for the call that is running. */
function repeatedly(work: () => Promise<void>, onFailure: (cause: unknown) => void) {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= work()
      .catch(onFailure)
      .finally(() => (running = undefined))
  }, renewInterval)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** A trial that ended without a verdict; `log` is what its process wrote, for the release's team. */
export class NoVerdict extends Error {
  readonly log: string

  constructor(why: string, log: string) {
    super(why)
    this.name = 'NoVerdict'
    this.log = log
  }
}

/** The end of the log, as much of it as a fault may have. */
function logIn(error: unknown): string[] {
  const log = error instanceof NoVerdict ? error.log.trim() : ''
  return log === '' ? [] : [log.slice(-trialLimits.fault)]
}

function shortened(faults: string[]): string[] {
  return faults
    .slice(0, trialLimits.faults)
    .map((fault) => (fault.trim() || 'It failed without a message.').slice(0, trialLimits.fault))
}

function verdictLines({ remote, release }: GateTrial, faults: string[], seconds: number): string[] {
  if (faults.length === 0) return [`✓ ${remote} ${release} passed in ${seconds} s`]
  const listed = faults.flatMap((fault) => fault.split('\n').map((line) => `    ${line}`))
  return [`✗ ${remote} ${release} failed in ${seconds} s`, ...listed]
}

/** The portal has refused the key, or has no such endpoint: asking again doesn't help. */
function isFinal(error: unknown): boolean {
  if (!isApiError(error)) return false
  return ['unauthenticated', 'forbidden', 'notFound', 'methodNotAllowed'].includes(error.code)
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
