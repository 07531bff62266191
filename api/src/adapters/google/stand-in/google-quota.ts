/** What a user may spend in each span of time. */
export type GoogleQuota = {
  units: number
  /** In ms. */
  window: number
}

/** Counts what each user spends; a call that would spend too much is refused and costs nothing. */
export function spending({ units, window }: GoogleQuota) {
  const spent = new Map<string, { since: number; units: number }>()
  return {
    /** Whether the user may make a call of this cost now. */
    mayCall(user: string, cost: number): boolean {
      const now = performance.now()
      const before = spent.get(user)
      const current = before && now - before.since < window ? before : { since: now, units: 0 }
      if (current.units + cost > units) return false
      current.units += cost
      spent.set(user, current)
      return true
    },
  }
}
