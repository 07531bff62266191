import { counted } from './counted.ts'
import { sizeText } from './file-size.ts'
import { type VitalMetric, vitalsInWords } from './vitals.ts'

/** Figures of fewer people would reveal something about one of them. */
export const fewestPreviewers = 3

type PreviewComparison = {
  /** The stable release; absent if there is none. */
  stable?: string | undefined
  bytes: { preview: number; stable?: number | undefined }
  visits?: { good: number; failed: number } | undefined
  speed?: readonly { metric: VitalMetric; preview: number; stable: number }[] | undefined
}

/** How a previewed release compares with the one that everyone runs: a sentence each for size, visits and speed. */
export function previewInWords(comparison: PreviewComparison): string[] {
  const { visits } = comparison
  return [
    sizeInWords(comparison),
    visits
      ? `${visitsText(visits)} of its previews in the last week.`
      : `How it runs is shown once ${fewestPreviewers} people have opened it.`,
    ...speedInWords(comparison),
  ]
}

function sizeInWords({ stable, bytes }: PreviewComparison): string {
  if (stable === undefined || bytes.stable === undefined) {
    return `${sizeText(bytes.preview)}; no release runs for everyone yet, so there is nothing to compare it with.`
  }
  const more = bytes.preview - bytes.stable
  if (more === 0) return `As large as ${stable}, which runs now.`
  const difference = `${sizeText(Math.abs(more))} ${more > 0 ? 'more' : 'less'}`
  return `${difference} than ${stable}, which runs now.`
}

function visitsText({ good, failed }: NonNullable<PreviewComparison['visits']>): string {
  const count = good + failed
  const outcome = failed === 0 ? 'without a failure' : `${failed} with a failure`
  return `${counted(count, 'visit')}, ${outcome},`
}

function speedInWords({ stable, visits, speed }: PreviewComparison): string[] {
  if (stable === undefined) return []
  if (!speed) {
    return visits
      ? [`Its speed is shown once ${fewestPreviewers} people were measured with each release.`]
      : []
  }
  if (speed.length === 0) return [`No page was measured with both ${stable} and this release yet.`]
  const differences = speed.map(({ metric, preview, stable: usual }) =>
    vitalsInWords(metric, preview, usual),
  )
  return [`Compared with ${stable}, ${differences.join(', ')}.`]
}
