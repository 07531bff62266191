import type { TrialState } from '@portal/contract/publishing'
import { hasExpired } from '../../../platform/background/lease.ts'
import { Refusal } from '../../../refusal.ts'
import type { DocumentStore, StoreOperations } from '../../../platform/store/document-store.ts'
import {
  type AdoptedRelease,
  offeredBy,
  pointersCollection,
  releaseKey,
  releasesCollection,
  readable,
} from '../release-records.ts'
import { passed, triedUnder } from './trial-verdict.ts'
import { type StoredTrial, trialKey, trialsCollection } from './trial-records.ts'

/** How long a trial under another build of the shell waits for an instance that has it, in ms. */
const keptFor = 86_400_000

export type TrialQueue = {
  /** Whether releases are tried here: there is a gate runner, and the build of the shell is known. */
  isOn: boolean
  /** Queues a release for a trial under the portal's shell, unless there is a verdict already. */
  add: (transaction: StoreOperations, record: AdoptedRelease) => Promise<void>
  /** At start: queues everything that people are offered and that hasn't passed under this shell. */
  addOffered: () => Promise<void>
  /** By the releases' keys. */
  states: (
    transaction: StoreOperations,
  ) => Promise<(record: AdoptedRelease) => TrialState | undefined>
}

type Parts = {
  store: DocumentStore
  /** The portal's build of the shell; undefined if it isn't known. */
  shell: string | undefined
  hasRunner: boolean
  now: () => Date
}

export function createTrialQueue({ store, shell, hasRunner, now }: Parts): TrialQueue {
  const isOn = hasRunner && shell !== undefined

  const queue = async (transaction: StoreOperations, { manifest }: AdoptedRelease) => {
    if (!isOn) return
    const { name: remote, release } = manifest
    const key = trialKey(remote, release, shell)
    if (await trialsCollection.in(transaction).get(key)) return
    const trial = { remote, release, shell, queuedAt: now().toISOString(), attempts: 0 }
    await trialsCollection.in(transaction).create(key, trial)
  }

  const offered = async (): Promise<AdoptedRelease[]> => {
    const { documents } = await pointersCollection.in(store).findAll(readable)
    const releases = releasesCollection.in(store)
    const keys = documents.flatMap((document) =>
      offeredBy(document).map((each) => releaseKey(document.id, each)),
    )
    const adopted = await Promise.all(keys.map((key) => releases.get(key)))
    return adopted.filter((record) => record !== undefined)
  }

  return {
    isOn,

    async add(transaction, record) {
      if (shell === undefined || triedUnder(record, shell)) return
      await queue(transaction, record)
    },

    async addOffered() {
      if (!isOn) return
      for (const record of await offered()) {
        if (passed(record, shell)) continue
        // Another instance that starts now may have been faster.
        await queue(store, record).catch(unlessTaken)
      }
      const { documents } = await trialsCollection.in(store).list()
      const isOld = (trial: StoredTrial) =>
        trial.shell !== shell && now().getTime() - Date.parse(trial.queuedAt) > keptFor
      for (const { id } of documents.filter(isOld)) await trialsCollection.in(store).delete(id)
    },

    async states(transaction) {
      if (shell === undefined) return () => ({ state: 'not needed' })
      const { documents } = isOn
        ? await trialsCollection.in(transaction).list({ where: { shell } })
        : { documents: [] }
      const byKey = new Map(documents.map((trial) => [trial.id, trial]))
      return (record) => {
        const { name, release } = record.manifest
        const trial = byKey.get(trialKey(name, release, shell))
        if (trial) return stateOf(trial, now())
        return isOn || triedUnder(record, shell) ? undefined : { state: 'no runner' }
      }
    },
  }
}

function stateOf({ lease, queuedAt }: StoredTrial, now: Date): TrialState {
  const isHeld = lease !== undefined && !hasExpired(lease, now)
  return { state: isHeld ? 'trying' : 'waiting', since: queuedAt }
}

function unlessTaken(error: unknown): void {
  if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
}
