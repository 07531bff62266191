import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from '../src/platform/files/blob-store.ts'
import { sampleAccountId, sampleAccounts } from './accounts.ts'
import { people } from './people.ts'
import { hashOf, noneIfMissing } from './sample-state.ts'
import type { Seed } from './seed-plan.ts'

/** The people, linked to their accounts. Portraits are stored like uploaded photos; not everybody has one. */
export async function directorySeeds(blobs: BlobStore): Promise<Seed[]> {
  return Promise.all(
    people.map(async ({ id, ...person }) => {
      const portrait = await readFile(join(import.meta.dirname, 'people', `${id}.webp`)).catch(
        noneIfMissing,
      )
      const hash = portrait && hashOf(portrait)
      if (portrait) await blobs.put(`images/${hash}`, portrait)
      const account = sampleAccounts.find(({ email }) => email === person.email)
      const body = {
        ...person,
        ...(hash === undefined ? {} : { photoUrl: `/api/images/${hash}` }),
        ...(account ? { account: sampleAccountId(account.email) } : {}),
      }
      return { collection: 'directory', id, body }
    }),
  )
}
