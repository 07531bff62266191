import { releaseLimits } from '@portal/contract/publishing'
import type { ReleaseManifest } from '@portal/contract/releases'
import { Refusal } from '../../refusal.ts'

export function hasSameFiles(one: ReleaseManifest, other: ReleaseManifest): boolean {
  return filesOf(one) === filesOf(other)
}

function filesOf({ files }: ReleaseManifest): string {
  return files
    .map(({ file, integrity }) => `${file} ${integrity}`)
    .toSorted()
    .join('\n')
}

/** Refuses more than a release may hold. */
export function refuseTooLarge({ files }: ReleaseManifest): void {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (files.length > releaseLimits.files) {
    throw new Refusal('tooLarge', `A release may have at most ${releaseLimits.files} files.`)
  }
  if (size > releaseLimits.release) {
    throw new Refusal(
      'tooLarge',
      `A release may have at most ${releaseLimits.release / 1024 / 1024} MB.`,
    )
  }
}
