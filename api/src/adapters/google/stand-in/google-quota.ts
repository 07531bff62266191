/** How much a user may spend per window. */
export type GoogleQuota = {
  units: number
  /** In ms. */
  window: number
}

/** Tracks each user's spending; a call over the quota is refused and costs nothing. */
export function quotaTracker({ units, window }: GoogleQuota) {
  const spent = new Map<string, { since: number; units: number }>()
  return {
    /** Whether the user can afford the call now; if so, it is charged. */
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
