import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { ignoring } from '../../refusal.ts'
import { defineCollection } from '../store/collection.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { createSignedLinks, type SignedLinks } from './signed-link.ts'

const linkKey = z.object({ key: z.string() })

/** One random key, for portals whose settings have none: links stay valid after a restart. */
const linkKeysCollection = defineCollection('link_keys', linkKey)
const keyId = 'own'

type Parts = {
  store: DocumentStore
  /** `LINK_KEY` and `LINK_KEY_PREVIOUS`. */
  key: string | undefined
  previousKey: string | undefined
  now: () => Date
}

/** Signs links with the setting’s key, or with one that is stored once. */
export function createLinks({ store, key, previousKey, now }: Parts): {
  links: SignedLinks
  ready: Promise<void>
} {
  let own: string | undefined
  const readOwn = async () => {
    const records = linkKeysCollection.in(store)
    const stored = await records.get(keyId)
    if (stored) return stored.key
    const made = { key: randomBytes(32).toString('hex') }
    await records.create(keyId, made).catch(ignoring('conflict'))
    return (await records.get(keyId))?.key ?? made.key
  }
  const ready =
    key === undefined ? readOwn().then((stored) => void (own = stored)) : Promise.resolve()
  ready.catch(() => undefined)
  const keys = () => [key, previousKey, own].filter((one) => one !== undefined)
  return { links: createSignedLinks({ keys, now }), ready }
}
