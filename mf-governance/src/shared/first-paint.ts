import { type ResourceMapping, resourceMappings } from '@portal/contract/mappings'
import * as z from 'zod/mini'
import { isPlaceholder } from './resources.ts'

type Mappings = Record<string, ResourceMapping>

/** Where this device keeps what it last saw (specification, section 3). The shell clears both at sign-out. */
export type FirstPaintKey = 'governanceMappings' | 'communicationsMappings'

/**
 * What was seen last time, to paint something before the answer is here. It is always asked for again,
 * holds no images and grants nothing; text that isn't of this shape is ignored.
 */
export function keptMappings(storage: Storage, key: FirstPaintKey): Mappings | undefined {
  try {
    const parsed = z.safeParse(resourceMappings, JSON.parse(storage.getItem(key) ?? 'null'))
    return parsed.success ? withoutPlaceholders(parsed.data) : undefined
  } catch {
    return undefined
  }
}

export function keepMappings(storage: Storage, key: FirstPaintKey, all: Mappings): void {
  const prefix = `${key.slice(0, -'Mappings'.length)}-`
  const own = Object.entries(withoutPlaceholders(all))
    .filter(([id]) => id.startsWith(prefix))
    .map(([id, { cardImage: _image, ...mapping }]) => [id, mapping])
  try {
    storage.setItem(key, JSON.stringify(Object.fromEntries(own)))
  } catch {
    // A full or forbidden storage costs the first paint, nothing else.
  }
}

function withoutPlaceholders(all: Mappings): Mappings {
  return Object.fromEntries(Object.entries(all).filter(([, mapping]) => !isPlaceholder(mapping)))
}
