import { type ResourceMapping, resourceMappings } from '@portal/contract/mappings'
import { contractVersion } from '@portal/contract/releases'
import * as z from 'zod/mini'
import { readStored, removeStored, store } from './device-storage.ts'

type Mappings = Record<string, ResourceMapping>

/** The keys under which this device stores the last data of members' pages (specification, section 3). Sign-out clears both. */
export type FirstPaintKey = 'governanceMappings' | 'communicationsMappings'

const versioned = z.object({ version: z.string(), mappings: z.unknown() })

/**
 * The page's last data, to paint something before the response arrives. It is always refetched, contains no images
 * and grants nothing. Undefined if nothing readable of this major version is stored.
 */
export function readFirstPaint(storage: Storage, key: FirstPaintKey): Mappings | undefined {
  const stored = readStored(storage, key)
  const { data } = z.safeParse(versioned, stored)
  if (data && !isSameMajor(data.version)) return undefined
  // Earlier releases stored the mappings without a version.
  return z.safeParse(resourceMappings, data ? data.mappings : stored).data
}

/** Minor versions only add, so that what one has stored can be parsed by the others, or is dropped by their schema. */
export function isSameMajor(version: string): boolean {
  return version.split('.')[0] === contractVersion.split('.')[0]
}

export function storeFirstPaint(storage: Storage, key: FirstPaintKey, all: Mappings): void {
  const prefix = `${key.slice(0, -'Mappings'.length)}-`
  const own = Object.entries(all)
    .filter(([id]) => id.startsWith(prefix))
    .map(([id, mapping]) => [id, withoutImages(mapping)])
  store(storage, key, { version: contractVersion, mappings: Object.fromEntries(own) })
}

function withoutImages(mapping: ResourceMapping) {
  const { cardImage: _cardImage, document, ...shown } = mapping
  if (!document) return shown
  const { firstPage: _firstPage, ...described } = document
  return { ...shown, document: described }
}

export function dropFirstPaint(storage: Storage, key: FirstPaintKey): void {
  removeStored(storage, key)
}
