import { comparableEmail } from '@portal/domain/email-address'
import * as z from 'zod/mini'
import type { Log } from '../log.ts'
import { Refusal } from '../../refusal.ts'
import { defineCollection } from '../store/collection.ts'
import type { DocumentStore } from '../store/document-store.ts'

/** The specification's document `admin/designatedAdmins`. */
export const storedDesignatedAdmins = z.object({
  designatedAdmins: z.array(z.string()),
  createdAt: z.string(),
  lastUpdated: z.string(),
})

export const adminCollection = defineCollection('admin', storedDesignatedAdmins)
export const adminsDocument = 'designatedAdmins'

export type DesignatedAdminsInMemory = {
  /** Lower-case addresses. */
  current: () => ReadonlySet<string>
  /** Increases with every change of the list. */
  version: () => number
  ready: Promise<void>
}

const unreadable = 'The list of admins can’t be read: only the default admin has admin rights.'

type Parts = { store: DocumentStore; defaultAdminEmail: string; now: () => Date; log: Log }

/** Keeps the list in memory. A missing list is created; an unreadable one counts as the default admin alone. */
export function createDesignatedAdmins(options: Parts): DesignatedAdminsInMemory {
  const { store, defaultAdminEmail, now, log } = options
  const defaultOnly = new Set([defaultAdminEmail])
  const documents = adminCollection.hot(
    store,
    (id, cause) => log.error(unreadable, { id, cause }),
    'the list of admins',
  )
  let list: ReadonlySet<string> = defaultOnly
  let listVersion = -1

  const create = async () => {
    await documents.ready
    const time = now().toISOString()
    const first = { designatedAdmins: [defaultAdminEmail], createdAt: time, lastUpdated: time }
    if (await adminCollection.raw(store).get(adminsDocument)) return
    try {
      await adminCollection.in(store).create(adminsDocument, first)
    } catch (error) {
      // Another instance created it first.
      if (!(error instanceof Refusal && error.code === 'conflict')) throw error
    }
  }

  const ready = create().catch((cause: unknown) => {
    log.error(unreadable, { cause })
  })

  return {
    current() {
      if (listVersion !== documents.version()) {
        listVersion = documents.version()
        const stored = documents.get(adminsDocument)
        list = stored ? new Set(stored.designatedAdmins.map(comparableEmail)) : defaultOnly
      }
      return list
    },
    version: documents.version,
    ready,
  }
}
