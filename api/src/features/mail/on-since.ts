import type { Log } from '../../platform/log.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { type MailRun, mailRunCollection, mailRunId } from './stored-mail.ts'

type Parts = { store: DocumentStore; isOn: boolean; now: () => Date; log: Log }

/** Since when mail is on. Nothing that happened before is mailed. */
export function createOnSince({ store, isOn, now, log }: Parts) {
  const start = now().toISOString()
  let noted: Date | null | undefined

  /** Stores it, unless it is stored. Several instances that start at once store it once. */
  const note = async (): Promise<Date | null> => {
    if (noted !== undefined) return noted
    const onSince = await store.transaction(async (transaction) => {
      const records = mailRunCollection.in(transaction)
      const run = await records.get(mailRunId)
      if ((run?.onSince !== undefined) === isOn) return run?.onSince
      const { onSince: _, ...body } = run ? (bodyOf(run) as MailRun) : {}
      const changed = { ...body, ...(isOn ? { onSince: start } : {}) }
      return (await records.put(mailRunId, changed, run)).onSince
    })
    noted = onSince === undefined ? null : new Date(onSince)
    return noted
  }

  return {
    note,
    /** A portal whose disk is full starts all the same, and notes it later. */
    ready: note().then(
      () => undefined,
      (cause: unknown) => log.warn('since when mail is on could not be stored', { cause }),
    ),
    /** Null while mail is off, and until it could be stored. */
    get: async (): Promise<Date | null> => (isOn ? note().catch(() => null) : null),
  }
}
