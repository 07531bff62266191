import type { OfferedRelease } from '@portal/contract/offered-releases'
import { counted } from '@portal/domain/counted'
import { endingSupport, type ReleaseSupport, supportInWords } from '@portal/domain/release-support'

type Support = Pick<ReleaseSupport, 'majors' | 'deprecated'>

/** What a release uses that the portal serves for a limited time, one sentence each. */
export function supportNotes(
  release: Parameters<typeof endingSupport>[0],
  support: Support | undefined,
): string[] {
  return support ? endingSupport(release, support).map(supportInWords) : []
}

/** Which teams must act, and until when: what ends first first. */
export function teamsInWords(releases: readonly OfferedRelease[], support: Support): string[] {
  const ending = releases
    .flatMap((release) =>
      endingSupport(release, support).map((one) => ({
        until: one.until,
        text: `  ${release.name} ${release.release}, ${release.places.join(' and ')}: ${supportInWords(one)}`,
      })),
    )
    .toSorted((a, b) => a.until.localeCompare(b.until))
  if (ending.length === 0) return ['No team must act: every release uses what stays supported.']
  return [
    `${counted(ending.length, 'use')} of what ends, the next on ${ending[0]!.until}:`,
    ...ending.map(({ text }) => text),
  ]
}
