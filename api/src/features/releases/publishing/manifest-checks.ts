import { releaseLimits } from '@portal/contract/publishing'
import { type ReleaseManifest } from '@portal/contract/releases'
import { menuIconFault } from '@portal/domain/menu'
import { declarationFault } from '@portal/domain/remote-settings'
import { isForTools } from '@portal/domain/release-compatibility'
import type { AdoptedRelease } from '../release-records.ts'
import { Refusal } from '../../../refusal.ts'

/** Files for tools aren't compared: a folder's build has fewer of them. */
export function hasSameFiles(a: ReleaseManifest, b: ReleaseManifest): boolean {
  return filesOf(a) === filesOf(b)
}

function filesOf({ files }: ReleaseManifest): string {
  return files
    .filter(({ file }) => !isForTools(file))
    .map(({ file, integrity }) => `${file} ${integrity}`)
    .toSorted()
    .join('\n')
}

/** For republishing a release with lost files: files for tools may differ. */
export function withFiles(
  { manifest, maps }: AdoptedRelease,
  given: ReleaseManifest,
): Pick<AdoptedRelease, 'manifest' | 'maps'> {
  return { manifest: { ...manifest, files: given.files }, ...(maps ? { maps } : {}) }
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

/** Refuses a menu entry that the shell has no picture for, and settings without bounds. */
export function refuseUnfitDeclaration({ release, navigation, settings }: ReleaseManifest): void {
  const fault = menuIconFault(navigation) ?? declarationFault(settings ?? [])
  if (fault !== undefined) {
    throw new Refusal('invalid', `${release} can’t be published. ${fault}`)
  }
}
