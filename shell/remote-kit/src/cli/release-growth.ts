import { sizeText } from '@portal/domain/file-size'
import type { ReleaseManifest } from '@portal/contract/releases'
import { nameWithoutHash } from './release-difference.ts'

type Grown = { name: string; more: number; isPart: boolean }

export type Growth = {
  /** The total change, followed by what has grown most; one line if nothing has grown. */
  lines: string[]
  /** The biggest growth in words; undefined if nothing has grown. */
  biggest: string | undefined
}

/** How many files, and how many parts, are listed. */
const most = 5

/** What has grown since the running release: by file, and by package and folder of its sources. */
export function growthSince(running: ReleaseManifest, built: ReleaseManifest): Growth {
  const more = wholeOf(built) - wholeOf(running)
  const files = grownIn(sizesOf(running), sizesOf(built), false)
  // An older release doesn't list its parts.
  const parts = running.parts && built.parts ? grownIn(running.parts, built.parts, true) : []
  const biggest = parts[0] ?? files[0]
  const comparison = `${signedSize(more)} compared with ${running.release}, which runs.`
  return {
    lines: [
      comparison,
      ...[...files.slice(0, most), ...parts.slice(0, most)].map(
        (one) => `${signedSize(one.more)} ${one.name}${one.isPart ? ' (source)' : ''}`,
      ),
    ],
    biggest:
      biggest &&
      `${biggest.name} has grown most since ${running.release}: by ${sizeText(biggest.more)}`,
  }
}

function wholeOf({ files }: ReleaseManifest): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

function sizesOf({ files }: ReleaseManifest): Record<string, number> {
  return Object.fromEntries(files.map((file) => [nameWithoutHash(file), file.size]))
}

/** Biggest growth first. */
function grownIn(
  before: Record<string, number>,
  after: Record<string, number>,
  isPart: boolean,
): Grown[] {
  return Object.entries(after)
    .map(([name, size]) => ({ name, more: size - (before[name] ?? 0), isPart }))
    .filter(({ more }) => more > 0)
    .toSorted((a, b) => b.more - a.more)
}

function signedSize(bytes: number): string {
  return `${bytes < 0 ? '−' : '+'}${sizeText(Math.abs(bytes))}`
}
