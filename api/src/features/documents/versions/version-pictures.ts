import type { FirstPage } from '@portal/contract/documents'
import { imageHash } from '@portal/contract/images'
import * as z from 'zod/mini'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { readAll } from '../../../platform/store/read-all.ts'
import { asVersion, versionsCollection } from './stored-version.ts'
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
    if (await inside.get(picturesCollection, id)) continue
    await inside.create(picturesCollection, id, { sha256, size })
  }
}

export async function forgetVersionPicture(
  inside: StoreOperations,
  sha256: string,
  firstPage: FirstPage | undefined,
): Promise<void> {
  for (const { id } of picturesOf(sha256, firstPage)) {
    await inside.delete(picturesCollection, id)
  }
}

/** The blob's key; undefined if no earlier version of a readable paper has this picture. */
export async function versionPictureKey(
  store: Pick<StoreOperations, 'list'>,
  hash: string,
  isReadable: (paper: string) => boolean,
): Promise<string | undefined> {
  const query = { orderBy: 'id', from: pictureId(hash, ''), to: `${hash}.` }
  const { documents } = await store.list(picturesCollection, query)
  for (const found of documents) {
    const { data } = z.safeParse(storedPicture, found)
    if (data && (await isOfReadable(store, data.sha256, isReadable))) {
      return pictureKey(data.sha256, pictureWidths[data.size])
    }
  }
  return undefined
}

async function isOfReadable(
  store: Pick<StoreOperations, 'list'>,
  sha256: string,
  isReadable: (paper: string) => boolean,
): Promise<boolean> {
  for await (const page of readAll(store, versionsCollection, { where: { sha256 } })) {
    const papers = page.flatMap((found) => asVersion(found)?.paper ?? [])
    if (papers.some(isReadable)) return true
  }
  return false
}
