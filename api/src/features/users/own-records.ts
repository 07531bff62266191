import type { Account } from '../../platform/identity/accounts.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { forgetNotes, hasNotes, heldReasons } from '../notes/notes-feature.ts'
import { forgetReading, hasReading } from '../reading/reading-feature.ts'

export type OwnRecords = ReturnType<typeof createOwnRecords>

type Parts = {
  store: DocumentStore
  /** Deletes what was made from a person's notes and reading. */
  deleteDerivedFiles: (uid: string) => Promise<void>
  now: () => Date
}

/** A person's notes and reading, which are of no use without their account. */
export function createOwnRecords({ store, deleteDerivedFiles, now }: Parts) {
  const has = async (uid: string): Promise<boolean> =>
    (await hasNotes(store, uid)) || (await hasReading(store, uid))

  /** Whether nobody has used the account yet. */
  const isUnused = async ({ uid, lastSignInAt }: Account): Promise<boolean> =>
    lastSignInAt === undefined && !(await has(uid))

  return {
    has,
    isUnused,

    async forget(uid: string): Promise<void> {
      await forgetReading(store, uid)
      await forgetNotes({ store, now }, uid)
      await deleteDerivedFiles(uid)
    },

    /**
     * Why a legal hold keeps an account with its notes, as a sentence. It doesn't matter whether it holds notes of this
     * person: an admin would learn that there are some.
     */
    async heldRefusal(account: Account): Promise<string | undefined> {
      const [reason, ...others] = await heldReasons(store)
      if (reason === undefined || (await isUnused(account))) return undefined
      const more = others.length === 0 ? '' : ' There are other holds too.'
      return `A legal hold keeps notes: “${reason}”. End it under Notes Policy first.${more}`
    },
  }
}
