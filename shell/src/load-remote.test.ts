import type { ComposedRelease, Composition } from '@portal/contract/releases'
import { beginWork, SilenceError } from '@portal/shared-ui/silence'
import type { Remote } from '@portal/remote-kit/remote'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { composedRelease } from './composed-release-fixture.ts'
import { failedAt, silentFailureOf } from './failure-stage.ts'
import { keepBuiltIns } from './frame-integrity.ts'
import { createRemoteLoader, loadingOrder, RemoteUnavailable } from './load-remote.ts'
import { rememberStopped } from './watch/stopped-memory.ts'

const remote = { name: 'meetings' } as Remote

function release(id: string, contract = 1): ComposedRelease {
  return composedRelease({ release: id, contract, routes: ['/meetings'] })
}

function composed(...releases: ComposedRelease[]): Composition {
  return { id: '1', remotes: [{ name: 'meetings', releases }] }
}

const all = composed(release('stable'), release('older'), release('oldest'))

function memoryOf(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  }
}

/** Runs only the named releases; the others fail. */
function only(...works: string[]) {
  return vi.fn(async ({ release: id }: ComposedRelease) => {
    if (!works.includes(id)) throw new Error(`${id} is broken`)
    return remote
  })
}

describe('choosing a release', () => {
  it('runs the stable one', async () => {
    const loaded = await createRemoteLoader({ composition: all, run: only('stable') }).load(
      'meetings',
    )
    expect(loaded.release.release).toBe('stable')
  })

  it('hands its settings to the release that runs, with defaults where nothing was set', async () => {
    const receive = vi.fn()
    const run = async ({ release: id }: ComposedRelease) => {
      if (id === 'stable') throw new Error('It is broken')
      return { ...remote, settings: { receive, declared: {} } }
    }
    const settingValues = { greeting: 'Hello' }
    const set = composed(release('stable'), { ...release('older'), settingValues })
    await createRemoteLoader({ composition: set, run }).load('meetings')
    await createRemoteLoader({ composition: all, run }).load('meetings')
    expect(receive.mock.calls).toEqual([[settingValues], [{}]])
  })

  it('falls back to a last good one, and reports the one that was skipped', async () => {
    const onFailure = vi.fn()
    const loader = createRemoteLoader({ composition: all, run: only('older', 'oldest'), onFailure })
    expect((await loader.load('meetings')).release.release).toBe('older')
    expect(onFailure.mock.calls.map(([passed]) => passed.release)).toEqual(['stable'])
  })

  it('prefers, among the fallbacks, the one that last worked here', () => {
    const memory = memoryOf({ 'portal.last-good.meetings': 'oldest' })
    const order = loadingOrder(all, 'meetings', memory).map(({ release: id }) => id)
    expect(order).toEqual(['stable', 'oldest', 'older'])
  })

  it('falls back from a candidate to what everyone runs, not to what last worked here', () => {
    const memory = memoryOf({ 'portal.last-good.meetings': 'oldest' })
    const releases = ['next', 'stable', 'older', 'oldest'].map((id) => release(id))
    const remotes = [{ name: 'meetings', releases, candidate: true as const }]
    const order = loadingOrder({ id: '1', remotes }, 'meetings', memory)
    expect(order.map(({ release: id }) => id)).toEqual(['next', 'stable', 'oldest', 'older'])
  })

  it('tries a release that stopped answering in this browser last, for a day', () => {
    vi.useFakeTimers()
    const memory = memoryOf()
    rememberStopped({ name: 'meetings', release: 'stable', at: Date.now() }, memory)
    const order = () => loadingOrder(all, 'meetings', memory).map(({ release: id }) => id)
    expect(order()).toEqual(['older', 'oldest', 'stable'])
    vi.advanceTimersByTime(86_400_000)
    expect(order()).toEqual(['stable', 'older', 'oldest'])
    vi.useRealTimers()
  })

  it('runs no release that stopped answering in a limited start, even if no other is left', async () => {
    const memory = memoryOf()
    rememberStopped({ name: 'meetings', release: 'stable', at: Date.now() }, memory)
    const run = only('stable')
    const composition = composed(release('stable'))
    const limited = createRemoteLoader({ composition, run, memory, isLimited: true })
    await expect(limited.load('meetings')).rejects.toThrow(RemoteUnavailable)
    expect(run).not.toHaveBeenCalled()
    const usual = await createRemoteLoader({ composition, run, memory }).load('meetings')
    expect(usual.release.release).toBe('stable')
  })

  it('stores the id of a release, and no address', async () => {
    const memory = memoryOf()
    const onGood = vi.fn()
    const loader = createRemoteLoader({ composition: all, run: only('stable'), memory, onGood })
    const { release: loaded } = await loader.load('meetings')
    loader.good(loaded)
    expect(onGood).toHaveBeenCalledExactlyOnceWith(loaded)
    expect(memory.getItem('portal.last-good.meetings')).toBe('stable')
  })

  it('runs no code of a release with another contract', async () => {
    const run = only('stable', 'older')
    const composition = composed(release('stable', 2), release('older'))
    const loaded = await createRemoteLoader({ composition, run }).load('meetings')
    expect(loaded.release.release).toBe('older')
    expect(run.mock.calls.map(([tried]) => tried.release)).toEqual(['older'])
  })

  it('skips a module that isn’t a remote of that name', async () => {
    const run = vi.fn(async ({ release: id }: ComposedRelease) =>
      id === 'stable' ? ({ name: 'other' } as Remote) : remote,
    )
    const loaded = await createRemoteLoader({ composition: all, run }).load('meetings')
    expect(loaded.release.release).toBe('older')
  })

  it('skips a release that exceeds its deadline', async () => {
    const run = ({ release: id }: ComposedRelease) =>
      id === 'stable' ? new Promise<Remote>(() => {}) : Promise.resolve(remote)
    const loader = createRemoteLoader({
      composition: all,
      run,
      startLimit: 10,
    })
    expect((await loader.load('meetings')).release.release).toBe('older')
  })
})

describe('a release on a slow connection', () => {
  it('waits for a release while its files arrive', async () => {
    const run = async () => {
      const arrived = beginWork()
      await new Promise((resolve) => setTimeout(resolve, 50))
      arrived()
      return remote
    }
    const loader = createRemoteLoader({ composition: all, run, startLimit: 10 })
    expect((await loader.load('meetings')).release.release).toBe('stable')
  })

  it('allows the first release a longer silence than a fallback', async () => {
    const run = vi.fn(async (_release: ComposedRelease, _attempt: number, _silence: number) => {
      throw new SilenceError(1)
    })
    const loader = createRemoteLoader({ composition: all, run })
    await expect(loader.load('meetings')).rejects.toBeInstanceOf(RemoteUnavailable)
    expect(run.mock.calls.map(([, , silence]) => silence)).toEqual([10_000, 5000, 5000])
  })
})

describe('the stage that a release reached', () => {
  const stages: [string, ComposedRelease, () => Promise<Remote>][] = [
    ['check', release('odd', 2), async () => remote],
    ['check', release('unmet'), () => Promise.reject(failedAt('check', 'needs react ^20.0.0'))],
    [
      'download',
      release('missing'),
      () => Promise.reject(new Error('#RUNTIME-008 ScriptNetworkError')),
    ],
    ['download', release('silent'), () => Promise.reject(new SilenceError(10_000))],
    ['download', release('hanging'), () => new Promise<Remote>(() => {})],
    ['start', release('throwing'), () => Promise.reject(new Error('threw while starting'))],
    ['start', release('other'), async () => ({ name: 'other' }) as Remote],
  ]
  it.each(stages)('reports the stage %s for a release that is %o', async (stage, passed, run) => {
    const onFailure = vi.fn()
    const loader = createRemoteLoader({
      composition: composed(passed),
      run,
      onFailure,
      startLimit: 10,
    })
    await expect(loader.load('meetings')).rejects.toBeInstanceOf(RemoteUnavailable)
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(passed, expect.any(Error), stage)
  })

  it('reports the stage render for a release that had been loaded', async () => {
    const onFailure = vi.fn()
    const loader = createRemoteLoader({ composition: all, run: only('stable', 'older'), onFailure })
    const { release: loaded } = await loader.load('meetings')
    const error = new Error('threw while rendering')
    loader.failed(loaded, error)
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(loaded, error, 'render')
  })
})

describe('trying again', () => {
  it('never keeps a failure: the next load works once the remote is back', async () => {
    const run = vi.fn(async () => remote).mockRejectedValueOnce(new Error('down'))
    const loader = createRemoteLoader({ composition: composed(release('stable')), run })
    await expect(loader.load('meetings')).rejects.toBeInstanceOf(RemoteUnavailable)
    expect((await loader.load('meetings')).remote).toBe(remote)
  })

  it('counts attempts, so that a half-made module isn’t reused', async () => {
    const run = vi.fn(async (_: ComposedRelease, attempt: number) => {
      if (attempt === 0) throw new Error('threw while starting')
      return remote
    })
    const loader = createRemoteLoader({ composition: composed(release('stable')), run })
    await expect(loader.load('meetings')).rejects.toThrow()
    await loader.load('meetings')
    expect(run.mock.calls.map(([, attempt]) => attempt)).toEqual([0, 1])
  })

  it('loads a remote once for simultaneous requests', async () => {
    const run = only('stable')
    const loader = createRemoteLoader({ composition: all, run })
    await Promise.all([loader.load('meetings'), loader.load('meetings')])
    expect(run).toHaveBeenCalledOnce()
  })

  it('takes the next release after one that failed on the page', async () => {
    const loader = createRemoteLoader({ composition: all, run: only('stable', 'older') })
    const { release: first } = await loader.load('meetings')
    expect(loader.hasAnother(first)).toBe(true)
    loader.failed(first, new Error('threw while rendering'))
    expect((await loader.load('meetings')).release.release).toBe('older')
  })

  it('has no fallback for the only release', async () => {
    const loader = createRemoteLoader({
      composition: composed(release('stable')),
      run: only('stable'),
    })
    const { release: first } = await loader.load('meetings')
    expect(loader.hasAnother(first)).toBe(false)
    loader.failed(first, new Error('threw'))
    expect((await loader.load('meetings')).release.release).toBe('stable')
  })

  it('starts over with the stable one when asked to', async () => {
    const loader = createRemoteLoader({ composition: all, run: only('stable', 'older') })
    loader.failed((await loader.load('meetings')).release, new Error('threw'))
    loader.reset('meetings')
    expect((await loader.load('meetings')).release.release).toBe('stable')
  })
})

describe('a release that is listed in brief', () => {
  const brief = composed(
    { ...release('stable'), brief: true },
    { ...release('older'), brief: true },
  )
  const whole = ({ release: id }: ComposedRelease) => ({
    ...release(id),
    preload: { '/meetings': [id] },
  })

  it('runs with its complete record', async () => {
    const run = only('stable')
    const complete = async (requested: ComposedRelease) => whole(requested)
    const loaded = await createRemoteLoader({ composition: brief, run, complete }).load('meetings')
    expect(run.mock.calls.map(([started]) => started)).toEqual([whole(release('stable'))])
    expect(loaded.release).toEqual(whole(release('stable')))
  })

  it('falls back to another release if its record doesn’t arrive', async () => {
    const onFailure = vi.fn()
    const complete = async (listed: ComposedRelease) => {
      if (listed.release === 'stable') throw failedAt('download', 'No answer')
      return whole(listed)
    }
    const run = only('stable', 'older')
    const loader = createRemoteLoader({ composition: brief, run, complete, onFailure })
    expect((await loader.load('meetings')).release.release).toBe('older')
    expect(onFailure.mock.calls.map(([failed, , stage]) => [failed.release, stage])).toEqual([
      ['stable', 'download'],
    ])
  })
})

describe('a release that changes built-ins', () => {
  let forget: () => void
  beforeEach(() => void (forget = keepBuiltIns()))
  afterEach(() => forget())

  /** The named release replaces `JSON.parse` when it is evaluated. */
  const replacingIn =
    (changing: string) =>
    async ({ release: id }: ComposedRelease) => {
      if (id === changing) JSON.parse = () => undefined
      return remote
    }

  it('is replaced by another one before it is shown', async () => {
    const onFailure = vi.fn()
    const loader = createRemoteLoader({ composition: all, run: replacingIn('stable'), onFailure })
    expect((await loader.load('meetings')).release.release).toBe('older')
    const [failed, error, stage] = onFailure.mock.calls[0]!
    expect([failed.release, stage]).toEqual(['stable', 'start'])
    expect(silentFailureOf(error)).toEqual({ kind: 'frame' })
    expect(JSON.parse('2')).toBe(2)
  })

  it('runs if no other is left, and has failed as well', async () => {
    const onFailure = vi.fn()
    const composition = composed(release('stable'))
    const loader = createRemoteLoader({ composition, run: replacingIn('stable'), onFailure })
    expect((await loader.load('meetings')).release.release).toBe('stable')
    expect(onFailure).toHaveBeenCalledOnce()
    expect(JSON.parse('2')).toBe(2)
  })

  it('isn’t blamed on a release that throws because of it, the first time', () => {
    const onFailure = vi.fn()
    const recover = vi.fn(() => true)
    const loader = createRemoteLoader({ composition: all, run: only('stable'), onFailure, recover })
    const [stable] = all.remotes[0]!.releases
    loader.failed(stable!, new Error('JSON.parse returned undefined'))
    expect(recover).toHaveBeenCalledOnce()
    expect(onFailure).not.toHaveBeenCalled()
    loader.failed(stable!, new Error('It throws.'))
    expect(onFailure).toHaveBeenCalledOnce()
  })
})
