/** A list that this browser keeps; empty if it can't be read. */
export function keptList<Item>(key: string, memory: Pick<Storage, 'getItem'>): Item[] {
  try {
    const kept: unknown = JSON.parse(memory.getItem(key) ?? '[]')
    return Array.isArray(kept) ? (kept as Item[]) : []
  } catch {
    return []
  }
}
