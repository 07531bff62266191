/** Pseudo-random numbers in [0, 1), seeded by a name and the same on every machine. */
export function chanceOf(name: string): () => number {
  let state = 2166136261
  for (const character of name) {
    state = Math.imul(state ^ character.codePointAt(0)!, 16777619) >>> 0
  }
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Approximately normal, with mean 0 and standard deviation 1. */
export function swing(chance: () => number): number {
  return chance() + chance() + chance() + chance() + chance() + chance() - 3
}

export function pick<T>(chance: () => number, choices: readonly T[]): T {
  return choices[Math.floor(chance() * choices.length)]!
}
