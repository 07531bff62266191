import type { FirstPage } from '@portal/contract/documents'
import { imageHash } from '@portal/contract/images'
import * as z from 'zod/mini'
import type { StoreOperations } from '../../store/document-store.ts'
import { pictureKey, pictureWidths } from '../synced-documents-service.ts'

const picturesCollection = 'version_pictures'

const storedPicture = z.object({ sha256: z.string(), size: z.enum(['narrow', 'wide']) })

/** Versions often share their first page's picture: each has its own entry, found by the beginning of its id. */
const pictureId = (hash: string, sha256: string) => `${hash}-${sha256}`

type Picture = { id: string; size: 'narrow' | 'wide' }

function picturesOf(sha256: string, firstPage: FirstPage | undefined): Picture[] {
  return (['narrow', 'wide'] as const).flatMap((size) => {
    const hash = firstPage && imageHash(firstPage[size])
    return hash === undefined ? [] : [{ id: pictureId(hash, sha256), size }]
  })
}

/** Makes an earlier version's pictures known by the hashes in their addresses, in a transaction. */
export async function keepVersionPicture(
  inside: StoreOperations,
  sha256: string,
  firstPage: FirstPage | undefined,
): Promise<void> {
  for (const { id, size } of picturesOf(sha256, firstPage)) {
    // oxlint-disable-next-line no-await-in-loop -- a transaction's operations come one by one
    if (await inside.get(picturesCollection, id)) continue
    // oxlint-disable-next-line no-await-in-loop
    await inside.create(picturesCollection, id, { sha256, size })
  }
}

export async function forgetVersionPicture(
  inside: StoreOperations,
  sha256: string,
  firstPage: FirstPage | undefined,
): Promise<void> {
  for (const { id } of picturesOf(sha256, firstPage)) {
    // oxlint-disable-next-line no-await-in-loop
    await inside.delete(picturesCollection, id)
  }
}

/** The blob's key; undefined if no earlier version has this picture. */
export async function versionPictureKey(
  store: Pick<StoreOperations, 'list'>,
  hash: string,
): Promise<string | undefined> {
  const query = { orderBy: 'id', from: pictureId(hash, ''), to: `${hash}.`, limit: 1 }
  const { documents } = await store.list(picturesCollection, query)
  const { data } = z.safeParse(storedPicture, documents[0])
  return data && pictureKey(data.sha256, pictureWidths[data.size])
}
