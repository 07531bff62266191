import type { ReleaseErrorGroup, ReleaseErrorList } from '@portal/contract/release-health'
import { counted } from '@portal/domain/counted'
import { previewInWords } from '@portal/domain/preview-words'
import {
  errorNumbers,
  frameText,
  noMapsSentence,
  otherErrors,
  stagesInWords,
} from '@portal/domain/release-errors'
import type { ReleaseStatus, RemoteStatus } from './remote-status.ts'

/** How a release does, in sentences, and its errors in their places. */
export type ShownRelease = {
  title: string
  sentences: string[]
  lists: { title: string; errors: ShownError[]; more?: string | undefined }[]
}

type ShownError = { message: string; numbers: string; places: string[] }

export function shownRelease(
  { release, place, health, previews, errors }: ReleaseStatus,
  { since }: Pick<RemoteStatus, 'since'>,
): ShownRelease {
  const all = errors ? [...errors.usual.groups, ...errors.previews.groups] : []
  const hasPlaces = all.some(({ frames }) => frames.some(({ from }) => from === 'release'))
  return {
    title: `${release}, ${place}`,
    sentences: [
      ...(health ? [sessionsInWords(health, since)] : []),
      ...previews.flatMap(({ expiresAt, comparison }) => [
        `A preview until ${hourText(expiresAt)}: ${previewInWords(comparison).join(' ')}`,
      ]),
      ...(errors ? [] : ['This portal doesn’t collect errors of releases yet.']),
      ...(hasPlaces && !errors?.hasMaps ? [noMapsSentence] : []),
    ],
    lists: errors
      ? [
          shownList('Errors', errors.usual),
          shownList('Errors in previews', errors.previews),
        ].filter(({ errors: some, more }) => some.length > 0 || more !== undefined)
      : [],
  }
}

type Sessions = Pick<
  NonNullable<ReleaseStatus['health']>,
  'good' | 'failed' | 'failedPeople' | 'stages'
>

function sessionsInWords({ good, failed, failedPeople, stages }: Sessions, since: string): string {
  const all = good + failed
  const from = `since ${since.slice(0, 10)}`
  if (all === 0) return `No browser has reported it ${from}.`
  if (failed === 0) return `Good in ${counted(all, 'session')} ${from}.`
  const where = stagesInWords(stages)
  return `Failed in ${failed.toLocaleString('en')} of ${counted(all, 'session')} ${from}, of ${counted(failedPeople, 'person', 'people')}${where === undefined ? '' : `: ${where}`}.`
}

function shownList(
  title: string,
  { groups, others }: ReleaseErrorList,
): ShownRelease['lists'][number] {
  return { title, errors: groups.map(shownError), more: otherErrors(others) }
}

function shownError({ message, route, frames, ...numbers }: ReleaseErrorGroup): ShownError {
  return {
    message: route === undefined ? message : `${message} (${route})`,
    numbers: errorNumbers(numbers, hourText),
    places: frames.map(frameText),
  }
}

/** `2026-11-22 09:00 UTC`. */
function hourText(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`
}

/** How many places of a stack a terminal shows. */
const topPlaces = 4

/** A release for a terminal. */
export function releaseLines(status: ReleaseStatus, of: Pick<RemoteStatus, 'since'>): string[] {
  const { title, sentences, lists } = shownRelease(status, of)
  return [
    title,
    ...sentences.map((sentence) => `  ${sentence}`),
    ...lists.flatMap((list) => [
      `  ${list.title}`,
      ...list.errors.flatMap(({ message, numbers, places }) => [
        `    ${message}`,
        `      ${numbers}`,
        ...places.slice(0, topPlaces).map((place) => `      at ${place}`),
      ]),
      ...(list.more === undefined ? [] : [`    ${list.more}`]),
    ]),
  ]
}
