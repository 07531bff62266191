/** What happened on the page in one second. */
export type BusySecond = {
  /** How often React changed the page. */
  commits: number
  /** How often the browser drew it. */
  frames: number
  /** Whether there was a moment with nothing to do. Unknown in a browser that can't say. */
  hadIdleTime: boolean | undefined
  /** Whether there is a reason: input, code or data that is loading; or the tab was hidden. */
  isExcused: boolean
}

/** So many commits in a second are worth measuring the next one. */
export const suspiciousCommits = 10

/** A page with an animation commits once for each frame, and has time left. */
const commitsPerFrame = 3
const manyCommits = 100

/** So many seconds in a row make a release fail. */
export const runawaySeconds = 5

/**
 * Whether a page renders although nothing asks it to: as fast as it can, or without a pause. Undefined if the second
 * says nothing about the page.
 */
export function isRunaway({
  commits,
  frames,
  hadIdleTime,
  isExcused,
}: BusySecond): boolean | undefined {
  if (isExcused) return false
  // The window is covered, or the machine is too busy to draw it.
  if (frames === 0) return undefined
  const isFast = commits >= manyCommits && commits > commitsPerFrame * frames
  const isWithoutPause = commits >= suspiciousCommits && hadIdleTime === false
  return isFast || isWithoutPause
}
