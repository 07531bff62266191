import { readStored } from '@portal/remote-kit/device-storage'

/** A list that this browser has stored; empty if it can't be read. */
export function keptList<Item>(key: string, memory: Pick<Storage, 'getItem'>): Item[] {
  const stored = readStored(memory, key)
  return Array.isArray(stored) ? (stored as Item[]) : []
}
