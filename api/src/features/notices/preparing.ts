import { createJob } from '../../platform/background/jobs.ts'
import {
  heldLease,
  isHeld,
  keepRenewing,
  LeaseLost,
  mustHold,
  releasedLease,
} from '../../platform/background/lease.ts'
import type { Log } from '../../platform/log.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import type { MailService } from '../mail/mail-feature.ts'
import type { createDigests } from './digests.ts'
import type { createGathering } from './gathering.ts'
import { noticeRunCollection, noticeRunId } from './stored-notices.ts'

type Parts = {
  store: DocumentStore
  mail: Pick<MailService, 'onSince'>
  gathering: Pick<ReturnType<typeof createGathering>, 'run'>
  digests: Pick<ReturnType<typeof createDigests>, 'run'>
  now: () => Date
  log: Log
}

const minute = 60_000

/**
 * Prepares notices once a minute, on one instance. The lease only saves work: a digest and what its reader was told are
 * written in one transaction, so two runs never write to anybody twice.
 */
export function createPreparing({ store, mail, gathering, digests, now, log }: Parts) {
  const take = () =>
    store.transaction(async (transaction) => {
      const records = noticeRunCollection.in(transaction)
      const stored = await records.get(noticeRunId)
      if (stored && isHeld(store, stored.lease, now())) return undefined
      const lease = heldLease((stored?.lease.token ?? 0) + 1, now())
      await records.put(noticeRunId, { lease }, stored)
      return lease.token
    })
  const renew = (token: number, leaseAt: typeof heldLease<number>) =>
    store.transaction(async (transaction) => {
      const records = noticeRunCollection.in(transaction)
      const stored = await records.get(noticeRunId)
      mustHold(stored?.lease, token)
      await records.update(noticeRunId, { lease: leaseAt(token, now()) }, stored!.revision)
    })

  const run = async (stopped: AbortSignal = new AbortController().signal) => {
    const since = await mail.onSince()
    if (since === null) return undefined
    const token = await take()
    if (token === undefined) return 'held'
    const lost = new AbortController()
    const signal = AbortSignal.any([stopped, lost.signal])
    const stopRenewing = keepRenewing(
      () => renew(token, heldLease),
      (error) => lost.abort(error),
    )
    try {
      await digests.run(await gathering.run(since, signal), since, signal)
      return undefined
    } catch (error) {
      if (error instanceof LeaseLost) return 'held'
      throw error
    } finally {
      stopRenewing()
      await renew(token, releasedLease).catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) throw error
      })
    }
  }

  return {
    run,
    job: createJob(
      {
        name: 'notices',
        does: 'prepares notices of meetings',
        every: minute,
        failure: 'notices wait to be prepared',
        run,
        lease: async () => (await noticeRunCollection.in(store).get(noticeRunId))?.lease,
      },
      { now, log },
    ),
  }
}
