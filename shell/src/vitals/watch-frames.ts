import { type PlacedRelease, responsibleRelease } from '../mounted-releases.ts'
import { releaseOfElement } from './release-of-element.ts'

const inputs = ['pointerdown', 'click', 'keydown', 'input'] as const

export const hasLongFrames =
  globalThis.PerformanceObserver?.supportedEntryTypes.includes('long-animation-frame')

/**
 * Calls back for each long animation frame, with its duration in ms. It belongs to the release whose
 * element received the frame's input, or else to the one that is responsible for the page.
 */
export function watchFrames(
  onFrame: (place: PlacedRelease | undefined, duration: number) => void,
): void {
  if (!hasLongFrames) return
  let latest: { at: number; place: PlacedRelease | undefined } | undefined
  const noteInput = ({ target, timeStamp }: Event) => {
    const place = releaseOfElement(target instanceof Node ? target : undefined)
    latest = { at: timeStamp, place }
  }
  for (const input of inputs) addEventListener(input, noteInput, { capture: true, passive: true })
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceLongAnimationFrameTiming[]) {
      const { firstUIEventTimestamp, startTime, duration } = entry
      const hasInput = firstUIEventTimestamp > 0
      const isLatest =
        latest && latest.at >= firstUIEventTimestamp && latest.at <= startTime + duration
      onFrame(hasInput && isLatest ? latest!.place : placeOfPage(), duration)
    }
  })
  observer.observe({ type: 'long-animation-frame', buffered: true })
}

function placeOfPage(): PlacedRelease | undefined {
  const responsible = responsibleRelease()
  if (!responsible) return undefined
  const { release, route } = responsible
  return { remote: release.name, release: release.release, route }
}
