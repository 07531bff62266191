/** Why removals wait for an admin. */
export type PauseReason = 'comingMeeting' | 'many'

/** Fewer missing papers than this never pause a run, regardless of their share. */
const minimumMissing = 3
/** A run may remove up to one in this many papers. */
const maxShare = 10

type RemovalCounts = {
  /** Papers missing from the drive. */
  missing: readonly string[]
  /** Number of papers before the run. */
  papers: number
  /** Papers mapped to a slot of the upcoming meeting. */
  coming: ReadonlySet<string>
}

/** Undefined if a run may remove the papers without an admin. */
export function pauseReason({ missing, papers, coming }: RemovalCounts): PauseReason | undefined {
  if (missing.some((id) => coming.has(id))) return 'comingMeeting'
  return missing.length >= minimumMissing && missing.length * maxShare > papers ? 'many' : undefined
}
