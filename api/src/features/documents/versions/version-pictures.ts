import type { FirstPage } from '@portal/contract/documents'
import { imageHash } from '@portal/contract/images'
import * as z from 'zod/mini'
import { defineCollection } from '../../../platform/store/collection.ts'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { asVersion, versionsCollection } from './stored-version.ts'
import { pictureKey, pictureWidths } from '../synced-documents-service.ts'

const storedPicture = z.object({ sha256: z.string(), size: z.enum(['narrow', 'wide']) })
const picturesCollection = defineCollection('version_pictures', storedPicture)

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
  transaction: StoreOperations,
  sha256: string,
  firstPage: FirstPage | undefined,
): Promise<void> {
  for (const { id, size } of picturesOf(sha256, firstPage)) {
    const pictures = picturesCollection.in(transaction)
    if (!(await pictures.get(id))) await pictures.create(id, { sha256, size })
  }
}

export async function forgetVersionPicture(
  transaction: StoreOperations,
  sha256: string,
  firstPage: FirstPage | undefined,
): Promise<void> {
  for (const { id } of picturesOf(sha256, firstPage)) {
    await picturesCollection.in(transaction).delete(id)
  }
}

/** The blob's key; undefined if no earlier version of a readable paper has this picture. */
export async function versionPictureKey(
  store: StoreOperations,
  hash: string,
  isReadable: (paper: string) => boolean,
): Promise<string | undefined> {
  const query = { orderBy: 'id', from: pictureId(hash, ''), to: `${hash}.` }
  const { documents } = await picturesCollection.in(store).findAll(query)
  for (const { sha256, size } of documents) {
    if (await isOfReadable(store, sha256, isReadable))
      return pictureKey(sha256, pictureWidths[size])
  }
  return undefined
}

async function isOfReadable(
  store: StoreOperations,
  sha256: string,
  isReadable: (paper: string) => boolean,
): Promise<boolean> {
  for await (const page of versionsCollection.raw(store).pages({ where: { sha256 } })) {
    const papers = page.flatMap((stored) => asVersion(stored)?.paper ?? [])
    if (papers.some(isReadable)) return true
  }
  return false
}
