/** Why papers aren't removed without an admin. */
export type PauseReason = 'comingMeeting' | 'many'

/** Fewer than this never pause, however large their share. */
const fewest = 3
/** Up to one in so many may be removed. */
const oneIn = 10

type Removals = {
  /** Papers that the drive no longer has. */
  missing: readonly string[]
  /** How many papers there were before the run. */
  papers: number
  /** Papers mapped to a slot of the coming meeting. */
  coming: ReadonlySet<string>
}

/** Undefined where a run may remove the papers by itself. */
export function pauseReason({ missing, papers, coming }: Removals): PauseReason | undefined {
  if (missing.some((id) => coming.has(id))) return 'comingMeeting'
  return missing.length >= fewest && missing.length * oneIn > papers ? 'many' : undefined
}
