import type { Call } from '@portal/remote-kit/client'
import { listAudit } from '@portal/contract/audit'
import {
  approveRelease,
  getPointer,
  listMoves,
  promoteRelease,
  rollbackRelease,
} from '@portal/contract/pointers'
import { listReleases, publishRelease } from '@portal/contract/publishing'
import { expect, vi } from 'vitest'
import { chanceOf } from '../../../sample/figures/chance.ts'
import { publishedBuild, uploadFiles } from './published-build-fixture.ts'

/** Codes with which one of two simultaneous changes is refused. */
const refusals = ['stale', 'conflict', 'contention', 'notFound', 'invalid']

/** Whether the database was too busy: then nobody knows whether the change was made. */
const isLate = (error: unknown) => (error as { code?: string }).code === 'timeout'

/** Sends the same at both at the same time, and again what the database was too busy for, one after the other. */
async function atBoth<Reply>(sends: readonly (() => Promise<Reply>)[]): Promise<Reply[]> {
  const first = await Promise.allSettled(sends.map((send) => send()))
  const replies: Reply[] = []
  for (const [index, each] of first.entries()) {
    if (each.status === 'fulfilled') replies.push(each.value)
    else if (!isLate(each.reason)) throw each.reason
    else replies.push(await vi.waitFor(sends[index]!, { timeout: 40_000, interval: 500 }))
  }
  return replies
}

/**
 * Publishes, promotes, approves and rolls back a remote at two instances at the same time, round after round, and expects
 * one history in which every acknowledged change is exactly once, and no other.
 */
export async function releaseAtBoth(
  calls: readonly [Call, Call],
  { remote, rounds, seed }: { remote: string; rounds: number; seed: string },
): Promise<void> {
  const params = { remote }
  const chance = chanceOf(seed)
  const names = Array.from({ length: 4 }, (_, n) => `1.${n}.0-a`)
  const acknowledged: string[] = []
  const unknown: string[] = []

  // Both register every release.
  for (const release of names) {
    const build = publishedBuild({ name: remote, release })
    await uploadFiles(calls[0], build, remote)
    const registered = await atBoth(
      calls.map((call) => () => call(publishRelease, { params, body: build.manifest })),
    )
    for (const { release: name } of registered) expect(name).toBe(release)
  }

  const change = async (call: Call, reason: string) => {
    const release = names[Math.floor(chance() * names.length)]!
    const kind = chance()
    const revision = await call(getPointer, { params }).then(
      (pointer) => pointer.revision,
      () => 'new' as const,
    )
    if (kind < 0.6) {
      const step = chance() < 0.5 ? ('100' as const) : ('qa' as const)
      const body = { release, step, reason, anyway: true }
      await call(promoteRelease, { params, body, revision })
    } else if (kind < 0.8) {
      await call(approveRelease, { params, body: { release, reason }, revision })
    } else {
      const body = { channel: 'candidate' as const, reason, anyway: true }
      await call(rollbackRelease, { params, body, revision })
    }
    acknowledged.push(reason)
  }
  for (let round = 0; round < rounds; round += 1) {
    const both = await Promise.allSettled(
      calls.map((call, n) => change(call, `Round ${round} at ${n}`)),
    )
    for (const [n, each] of both.entries()) {
      if (each.status === 'fulfilled') continue
      if (isLate(each.reason)) unknown.push(`Round ${round} at ${n}`)
      else expect(refusals, String(each.reason)).toContain((each.reason as { code?: string }).code)
    }
  }

  const [here, there] = await Promise.all(
    calls.map((call) =>
      call(listMoves, { params, query: { include: 'all' as const, limit: 100 } }),
    ),
  )
  expect(there).toEqual(here)
  const { moves } = here!
  expect(moves.map(({ number }) => number)).toEqual(moves.map((_, n) => moves.length - n))
  const made = moves.map(({ reason = '' }) => reason)
  const unanswered = unknown.filter((reason) => made.includes(reason))
  expect(made.toSorted()).toEqual([...acknowledged, ...unanswered].toSorted())
  expect(made.length).toBeGreaterThan(rounds / 2)
  for (const call of calls) {
    expect(await call(getPointer, { params })).toMatchObject({ revision: moves.length })
    expect((await call(listReleases, { params })).releases).toHaveLength(names.length)
  }
  const { entries } = await calls[1](listAudit, { query: { what: 'release published' } })
  const published = entries.map(({ subject }) => subject).filter((key) => key.startsWith(remote))
  expect(published.toSorted()).toEqual(names.map((release) => `${remote}@${release}`))
}
