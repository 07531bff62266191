/** What is run as one: a test file, or a suite without files. */
export type Item = { name: string; seconds: number }

/** Which of how many shards, both counted from 1. */
export type Shard = { index: number; count: number }

/** Reads `2/4`. Throws a sentence if it's anything else. */
export function parseShard(text: string): Shard {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? []
  if (!index || !count || index > count) {
    throw new Error(`--shard must name one of several shards, such as 2/4, not ${text}.`)
  }
  return { index, count }
}

/** The names of a shard's items. The longest item goes first, each to the shard with the least so far. */
export function itemsOf({ index, count }: Shard, items: Item[]): Set<string> {
  const shards = Array.from({ length: count }, () => ({ seconds: 0, names: new Set<string>() }))
  const sorted = items.toSorted((a, b) => b.seconds - a.seconds || (a.name < b.name ? -1 : 1))
  for (const { name, seconds } of sorted) {
    const least = shards.reduce((a, b) => (b.seconds < a.seconds ? b : a))
    least.seconds += seconds
    least.names.add(name)
  }
  return shards[index - 1]!.names
}
