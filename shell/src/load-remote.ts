import { type ComposedRelease, type Composition } from '@portal/contract/releases'
import { remoteContract } from '@portal/domain/release-compatibility'
import type { OutcomeStage } from '@portal/contract/outcomes'
import { afterQuiet } from '@portal/shared-ui/silence'
import type { Remote } from '@portal/remote-kit/remote'
import { codeSilenceLimit } from '@portal/shared-ui/load-code'
import { failedAt, stageOf } from './failure-stage.ts'
import { evaluationFault } from './frame-integrity.ts'
import { noteStarting } from './mounted-releases.ts'
import { completeRelease } from './complete-release.ts'
import { hasStopped } from './watch/stopped-memory.ts'

/**
 * Fetches and starts one release. `attempt` counts from 0; a later one must not reuse what failed. Loading is given up
 * after `silenceLimit` ms without a byte.
 */
export type RunRelease = (
  release: ComposedRelease,
  attempt: number,
  silenceLimit: number,
) => Promise<Remote>

export type LoadedRemote = { remote: Remote; release: ComposedRelease }

export type RemoteLoader = {
  /**
   * The remote, from the first of its releases that runs. A failure isn't cached, so it can be
   * retried.
   */
  load: (name: string) => Promise<LoadedRemote>
  /** The release works: it has rendered on the page. */
  good: (release: ComposedRelease) => void
  /** Whether another release could replace this one. */
  hasAnother: (release: ComposedRelease) => boolean
  /**
   * The release failed after it had been loaded; the next `load` skips it while another is left.
   */
  failed: (release: ComposedRelease, error: unknown) => void
  /**
   * Puts back what the release's code has changed in the browser while it was evaluated. That is a failure: it throws
   * if another release could replace this one.
   */
  checkEvaluated: (release: ComposedRelease) => void
  /** The release did something that counts as a failure, but still works. */
  misbehaved: (release: ComposedRelease, error: unknown) => void
  /** Resets the state of a remote: the next `load` starts over. */
  reset: (name: string) => void
}

type LoaderOptions = {
  composition: Composition
  run: RunRelease
  /** Returns the complete record of a release that is listed in brief. */
  complete?: (release: ComposedRelease) => Promise<ComposedRelease>
  /** Where the last good release ids are stored, never an address. */
  memory?: Pick<Storage, 'getItem' | 'setItem'> | undefined
  /** How long a release may take to start after loading has ended, in ms. */
  startLimit?: number
  /** Never runs a release with which a tab of this browser has stopped answering. */
  isLimited?: boolean
  /** Puts back what some release has changed in the browser; returns whether anything was. */
  recover?: () => boolean
  /** Called for every release that was skipped, with the stage it reached. */
  onFailure?: (release: ComposedRelease, error: unknown, stage: OutcomeStage) => void
  /** Called whenever a release has rendered. */
  onGood?: (release: ComposedRelease) => void
}

/** Thrown when none of a remote's releases runs; `cause` has the reasons. */
export class RemoteUnavailable extends Error {
  readonly remote: string

  constructor(remote: string, causes: unknown[]) {
    super(`No release of ${remote} could be loaded`, { cause: causes })
    this.name = 'RemoteUnavailable'
    this.remote = remote
  }
}

/**
 * The silence limit for the files of a fallback, in ms. It is shorter because the connection has already been silent
 * for the first release.
 */
const standInSilence = codeSilenceLimit / 2

export function createRemoteLoader({
  composition,
  run,
  complete = completeRelease,
  memory,
  startLimit = 8000,
  isLimited = false,
  recover = () => false,
  onFailure = () => {},
  onGood = () => {},
}: LoaderOptions): RemoteLoader {
  const loads = new Map<string, Promise<LoadedRemote>>()
  const bad = new Set<string>()
  const excused = new Set<string>()
  const attempts = new Map<string, number>()

  const remaining = (name: string) =>
    loadingOrder(composition, name, memory).filter(
      (release) => !bad.has(idOf(release)) && !(isLimited && hasStopped(release, memory)),
    )

  const attempt = async (release: ComposedRelease, silence: number): Promise<LoadedRemote> => {
    const number = attempts.get(idOf(release)) ?? 0
    attempts.set(idOf(release), number + 1)
    if (release.contract !== remoteContract) {
      throw failedAt(
        'check',
        `${idOf(release)} uses contract ${release.contract}, not ${remoteContract}`,
      )
    }
    const late = `${idOf(release)} took too long`
    const whole = release.brief ? await withinQuiet(startLimit, complete(release), late) : release
    // What another release has changed so far isn't this one's fault.
    recover()
    const ran = noteStarting(whole)
    const remote = await withinQuiet(startLimit, run(whole, number, silence), late).finally(ran)
    if (remote?.name !== release.name) throw new Error(`${idOf(release)} exposes no remote`)
    checkEvaluated(whole)
    // Before anything of it is rendered or prefetched.
    remote.settings?.receive(whole.settingValues ?? {})
    return { remote, release: whole }
  }

  const hasAnother = (release: ComposedRelease) =>
    remaining(release.name).some((other) => idOf(other) !== idOf(release))

  const checkEvaluated = (release: ComposedRelease) => {
    const fault = evaluationFault(release)
    if (!fault) return
    if (hasAnother(release)) throw fault
    onFailure(release, fault, 'start')
  }

  const firstThatRuns = async (name: string): Promise<LoadedRemote> => {
    const causes: unknown[] = []
    for (const release of remaining(name)) {
      try {
        return await attempt(release, causes.length === 0 ? codeSilenceLimit : standInSilence)
      } catch (error) {
        bad.add(idOf(release))
        causes.push(error)
        onFailure(release, error, stageOf(error))
      }
    }
    clearFailures(name)
    throw new RemoteUnavailable(name, causes)
  }

  const clearFailures = (name: string) => {
    for (const release of loadingOrder(composition, name, memory)) bad.delete(idOf(release))
  }

  return {
    load(name) {
      const known = loads.get(name)
      if (known) return known
      const loading = firstThatRuns(name)
      loads.set(name, loading)
      loading.catch(() => {
        if (loads.get(name) === loading) loads.delete(name)
      })
      return loading
    },
    good(release) {
      const key = memoryKey(release.name)
      if (memory?.getItem(key) !== release.release) memory?.setItem(key, release.release)
      onGood(release)
    },
    hasAnother,
    checkEvaluated,
    misbehaved: (release, error) => onFailure(release, error, 'render'),
    failed(release, error) {
      loads.delete(release.name)
      // Another release may have caused it; but only once.
      if (!excused.has(idOf(release)) && recover()) return void excused.add(idOf(release))
      onFailure(release, error, 'render')
      bad.add(idOf(release))
      if (remaining(release.name).length === 0) clearFailures(release.name)
    },
    reset(name) {
      loads.delete(name)
      clearFailures(name)
    },
  }
}

/**
 * In order: the candidate if it is the reader's, the stable release, the last good one that last worked here, the other
 * last good ones. A release with which a tab stopped answering comes last.
 */
export function loadingOrder(
  composition: Composition,
  name: string,
  memory?: Pick<Storage, 'getItem'>,
): ComposedRelease[] {
  const remote = composition.remotes.find((candidate) => candidate.name === name)
  if (!remote) return []
  const { releases, candidate } = remote
  const fixed = candidate ? 2 : 1
  const last = memory?.getItem(memoryKey(name))
  const rank = ({ release }: ComposedRelease) => (release === last ? 0 : 1)
  const order = [
    ...releases.slice(0, fixed),
    ...releases.slice(fixed).toSorted((a, b) => rank(a) - rank(b)),
  ]
  const stopped = (release: ComposedRelease) => Number(hasStopped(release, memory))
  return order.toSorted((a, b) => stopped(a) - stopped(b))
}

/**
 * Rejects when the work isn't done `ms` after the page's last pending load has ended. The work
 * itself continues unobserved.
 */
export async function withinQuiet<T>(ms: number, work: Promise<T>, message: string): Promise<T> {
  let stop = () => {}
  const late = new Promise<never>((_, reject) => {
    stop = afterQuiet(ms, () => reject(failedAt('download', `${message} (${ms} ms)`)))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    stop()
  }
}

function idOf({ name, release }: ComposedRelease): string {
  return `${name}@${release}`
}

function memoryKey(name: string): string {
  return `portal.last-good.${name}`
}
