import { manifestFault } from '@portal/contract/release-compatibility'
import { releaseLimits } from '@portal/contract/publishing'
import { type Finding, kilobytes } from './findings.ts'
import { hostOwned, markedOwners } from './host-owned.ts'
import { integrityOf, type WholeRelease } from './release-files.ts'
import type { BuiltRelease } from './built-release.ts'
import type { CheckTarget } from './check-target.ts'
import { sharingWords } from './sharing-words.ts'

/** Checks that every file exists and matches the manifest. */
export function checkFiles({ manifest, files }: WholeRelease): Finding {
  const fault = manifestFault(manifest)
  const wrong = manifest.files.flatMap(({ file, integrity, size }) => {
    const bytes = files.get(file)
    if (!bytes) return [`${file} is missing.`]
    if (bytes.byteLength !== size) return [`${file} has ${bytes.byteLength} bytes, not ${size}.`]
    return integrityOf(bytes) === integrity ? [] : [`The hash of ${file} differs from its record.`]
  })
  return {
    check: 'files',
    faults: [...(fault === undefined ? [] : [`Of ${manifest.release}: ${fault}.`]), ...wrong],
    said: `${manifest.files.length} files of ${manifest.release}, each with its sha384`,
  }
}

/** Checks each file against the remote's budget, and all of them against the portal's limits. */
export function checkBudget({
  manifest,
  budget,
}: Pick<BuiltRelease, 'manifest' | 'budget'>): Finding {
  const most = Math.min(budget, releaseLimits.file)
  const over = manifest.files
    .filter(({ size }) => size > most)
    .map(
      ({ file, size }) => `${file} has ${size} bytes, ${size - most} over the budget of ${most}.`,
    )
  const whole = manifest.files.reduce((sum, { size }) => sum + size, 0)
  const many = manifest.files.length > releaseLimits.files
  const largest = Math.max(...manifest.files.map(({ size }) => size))
  return {
    check: 'budget',
    faults: [
      ...over,
      ...(whole > releaseLimits.release
        ? [
            `All files have ${kilobytes(whole)}; a release may have ${kilobytes(releaseLimits.release)}.`,
          ]
        : []),
      ...(many
        ? [`There are ${manifest.files.length} files; a release may have ${releaseLimits.files}.`]
        : []),
    ],
    said: `the largest file has ${kilobytes(largest)} of ${kilobytes(most)}`,
  }
}

/** Checks that the bundle contains no copy of what the shell provides, except what it declares. */
export function checkHostOwned(
  release: WholeRelease & { modules?: string[] },
  against: Pick<CheckTarget, 'live' | 'provided'>,
): Finding {
  const { manifest, files, modules = [] } = release
  const named = hostOwned(modules, manifest.brings)
  const marked = markedOwners(files, manifest.brings)
  return {
    check: 'host’s own',
    faults: [
      ...named.map(
        ({ module, instead }) =>
          `${module} is bundled: import ${instead}, which the shell provides.`,
      ),
      ...marked.map(
        ({ file, owner }) => `${file} contains a copy of ${owner}, which the shell provides.`,
      ),
    ],
    said: sharingWords(manifest, against),
  }
}
