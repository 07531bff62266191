import { isDeepStrictEqual } from 'node:util'
import type { Reply } from '@portal/contract/endpoint'
import type { endTrial, GateTrial, renewTrial, takeTrial } from '@portal/contract/gate-trials'
import type * as z from 'zod/mini'
import { type GateRunnerHolder, mustBeGateRunner } from '../../../access.ts'
import type { Person } from '@portal/contract/portal'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { expiryAfter, hasExpired } from '../../../platform/background/lease.ts'
import type { Log } from '../../../platform/log.ts'
import { Refusal } from '../../../refusal.ts'
import type {
  DocumentMetadata,
  DocumentStore,
  StoreOperations,
} from '../../../platform/store/document-store.ts'
import { bodyOf } from '../../../platform/store/stored-body.ts'
import {
  type AdoptedRelease,
  releaseKey,
  releasesCollection,
  offeredBy,
  pointersCollection,
} from '../release-records.ts'
import { firstFault } from './trial-verdict.ts'
import {
  type StoredTrial,
  trialKey,
  trialsCollection,
  trialNoticesCollection,
} from './trial-records.ts'

/**
 * How long a runner's lease lasts without being renewed, in ms. A runner renews it by HTTP, so it is longer than the
 * leases of the portal's own jobs; its token is the revision of the trial.
 */
const runnerLeaseTime = 60_000

/** If a runner dies, another one takes over, up to this many times in all. */
const mostAttempts = 3

type Caller = Person | GateRunnerHolder

type Named = { remote: string; release: string }

type Trial = StoredTrial & DocumentMetadata

export type GateService = {
  take: (caller: Caller, runner: string) => Promise<Reply<typeof takeTrial>>
  renew: (
    caller: Caller,
    named: Named,
    request: z.output<typeof renewTrial.body>,
  ) => Promise<Reply<typeof renewTrial>>
  end: (caller: Caller, named: Named, verdict: z.output<typeof endTrial.body>) => Promise<void>
}

type Parts = {
  store: DocumentStore
  /** The portal's build of the shell; undefined if it isn't known. */
  shell: string | undefined
  now: () => Date
  log: Log
}

/** Gives the queued releases to the operator's gate runners, and stores their verdicts. */
export function createGateService({ store, shell, now, log }: Parts): GateService {
  const leaseOf = (runner: string) => ({
    runner,
    expiresAt: expiryAfter(runnerLeaseTime, now()),
  })

  /** Newest first: a team is waiting for the newest, and nobody for those queued at a start. */
  const free = async (): Promise<Trial[]> => {
    const { documents } = await trialsCollection.in(store).list({ where: { shell: shell! } })
    return documents
      .filter(({ lease }) => !lease || hasExpired(lease, now()))
      .toSorted((a, b) => (a.queuedAt < b.queuedAt ? 1 : -1))
  }

  const write = async (
    transaction: StoreOperations,
    trial: Trial,
    verdict: Pick<NonNullable<AdoptedRelease['tried']>, 'runner' | 'result' | 'faults'>,
  ) => {
    const key = releaseKey(trial.remote, trial.release)
    const stored = await releasesCollection.in(transaction).get(key)
    await trialsCollection.in(transaction).delete(trial.id, trial.revision)
    if (!stored) return
    const at = now()
    const { runner, result, faults } = verdict
    const tried = { at: at.toISOString(), shell: trial.shell, runner, result, faults }
    const record = { ...(bodyOf(stored) as AdoptedRelease), tried }
    await releasesCollection.in(transaction).update(key, record, stored.revision)
    await updateTrialNotice(transaction, record)
    const { tried: before } = stored
    const by = { portal: 'gate runner' as const }
    await recordChange(transaction, {
      at,
      by,
      what: 'release tried',
      subject: key,
      before,
      after: tried,
    })
  }

  /** Takes a free trial; undefined if there is nothing to try, or another runner was faster. */
  const takeOne = (trial: Trial, runner: string): Promise<GateTrial | undefined> =>
    store.transaction(async (transaction) => {
      const stored = await trialsCollection.in(transaction).get(trial.id)
      if (stored?.revision !== trial.revision) return undefined
      const { remote, release } = stored
      const record = await releasesCollection.in(transaction).get(releaseKey(remote, release))
      if (!record) {
        await trialsCollection.in(transaction).delete(stored.id, stored.revision)
        return undefined
      }
      const last = stored.lease?.runner ?? runner
      if (stored.attempts >= mostAttempts) {
        log.warn('a release could not be tried', { remote, release, attempts: stored.attempts })
        await write(transaction, stored, {
          runner: last,
          result: 'failed',
          faults: stored.log
            ? [`${givenUp} It reported:`, ...stored.log]
            : [`${givenUp} ${askOperator}`],
        })
        return undefined
      }
      const lease = leaseOf(runner)
      const taken = { ...(bodyOf(stored) as StoredTrial), attempts: stored.attempts + 1, lease }
      const { revision } = await trialsCollection
        .in(transaction)
        .update(stored.id, taken, stored.revision)
      const { shell: under } = stored
      const { manifest } = record
      return {
        remote,
        release,
        shell: under,
        lease: revision,
        expiresAt: lease.expiresAt,
        manifest,
      }
    })

  return {
    async take(caller, runner) {
      mustBeGateRunner(caller)
      if (shell === undefined) return {}
      for (const waiting of await free()) {
        const trial = await takeOne(waiting, runner)
        if (trial) return { trial }
      }
      return {}
    },

    renew(caller, { remote, release }, { shell: under, lease }) {
      mustBeGateRunner(caller)
      return store.transaction(async (transaction) => {
        const trial = await trialsCollection.in(transaction).get(trialKey(remote, release, under))
        if (!trial?.lease || trial.revision !== lease) throw lost(release)
        const renewed = { ...(bodyOf(trial) as StoredTrial), lease: leaseOf(trial.lease.runner) }
        const { revision } = await trialsCollection.in(transaction).update(trial.id, renewed, lease)
        return { lease: revision, expiresAt: renewed.lease.expiresAt }
      })
    },

    end(caller, { remote, release }, { shell: under, lease, runner, result, faults }) {
      mustBeGateRunner(caller)
      if ((result === 'passed') === faults.length > 0) {
        throw new Refusal('invalid', 'A failed release has faults, and one that passed has none.')
      }
      return store.transaction(async (transaction) => {
        const trial = await trialsCollection.in(transaction).get(trialKey(remote, release, under))
        if (result === 'no verdict') {
          // Its answer may have been lost.
          if (trial?.revision === lease + 1 && isDeepStrictEqual(trial.log, faults)) return
          if (!trial?.lease || trial.revision !== lease) throw lost(release)
          // The lease expires as that of a runner that died: a retry shouldn't meet the same trouble.
          const noted = { ...(bodyOf(trial) as StoredTrial), log: faults }
          await trialsCollection.in(transaction).update(trial.id, noted, lease)
          return
        }
        if (trial?.lease && trial.revision === lease) {
          await write(transaction, trial, { runner: trial.lease.runner, result, faults })
          return
        }
        // Its answer may have been lost: the same verdict isn't a second one.
        const tried = (await releasesCollection.in(transaction).get(releaseKey(remote, release)))
          ?.tried
        const isSame = tried?.shell === under && tried.runner === runner && tried.result === result
        if (trial || !isSame) throw lost(release)
      })
    },
  }
}

const givenUp = `The gate runner couldn’t try this release in ${mostAttempts} attempts, so there is no verdict.`
const askOperator =
  'It ended before it could report why: its log has that. Ask the portal’s operator.'

function lost(release: string): Refusal {
  return new Refusal(
    'conflict',
    `This runner no longer has the trial of ${release}: its lease expired, or it has a verdict.`,
  )
}

/** Creates a notice if a release failed that people are offered, and deletes it once it has passed. */
async function updateTrialNotice(
  transaction: StoreOperations,
  { manifest, tried }: AdoptedRelease,
): Promise<void> {
  const { name: remote, release } = manifest
  const key = releaseKey(remote, release)
  const notices = trialNoticesCollection.in(transaction)
  const stored = await notices.get(key)
  const pointer = await pointersCollection.in(transaction).get(remote)
  const isOffered = pointer !== undefined && offeredBy(pointer).includes(release)
  if (tried?.result !== 'failed' || !isOffered) {
    if (stored) await notices.delete(key, stored.revision)
    return
  }
  const notice = { remote, release, fault: firstFault(tried.faults) ?? '', at: tried.at }
  await notices.put(key, notice, stored)
}
