import type { ResourceMapping } from '@portal/contract/mappings'
import { type FirstPaintKey, readFirstPaint, storeFirstPaint } from '@portal/remote-kit/first-paint'
import { isPlaceholder } from './resources.ts'

type Mappings = Record<string, ResourceMapping>

export function keptMappings(storage: Storage, key: FirstPaintKey): Mappings | undefined {
  const all = readFirstPaint(storage, key)
  return all && withoutPlaceholders(all)
}

export function keepMappings(storage: Storage, key: FirstPaintKey, all: Mappings): void {
  storeFirstPaint(storage, key, withoutPlaceholders(all))
}

function withoutPlaceholders(all: Mappings): Mappings {
  return Object.fromEntries(Object.entries(all).filter(([, mapping]) => !isPlaceholder(mapping)))
}
