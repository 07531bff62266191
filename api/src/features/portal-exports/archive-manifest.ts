import { paperVersion } from '@portal/contract/bounds'
import * as z from 'zod/mini'
import type { ExportedContent } from './exported-content.ts'
import { paperNames, paperVersionKey } from './paper-names.ts'
import type { ExportFile } from './stored-export.ts'

/** The archive format. Archives with a different number can't be imported by this release. */
export const archiveFormat = 1
export const manifestName = 'manifest.json'

/** Limits that no portal reaches. An archive beyond them would take more memory than an operator's machine has. */
export const archiveLimits = {
  files: 100_000,
  papers: 500_000,
  /** UTF-16 units of a file's name. */
  name: 2000,
  /** In bytes. */
  manifest: 64 * 1024 * 1024,
} as const

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const fileName = z.string().check(z.minLength(1), z.maxLength(archiveLimits.name))
const time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))

const manifestFile = z.object({ name: fileName, size: z.int().check(z.gte(0)), sha256: hash })
const manifestPaper = z.object({
  document: fileName,
  version: paperVersion,
  sha256: z.string().check(z.maxLength(archiveLimits.name)),
  state: z.enum(['stored', 'withdrawn', 'expired', 'damaged', 'missing']),
  file: z.optional(fileName),
})

/** `manifest.json` lists every other file of an archive, and which paper version it contains. */
const archiveManifest = z.object({
  format: z.literal('board-portal-export'),
  version: z.number(),
  foundation: z.string().check(z.maxLength(1000)),
  /** ISO 8601, UTC. */
  startedAt: time,
  files: z.array(z.unknown()).check(z.maxLength(archiveLimits.files)),
  papers: z.array(z.unknown()).check(z.maxLength(archiveLimits.papers)),
})
export type ArchiveManifest = Omit<z.infer<typeof archiveManifest>, 'files' | 'papers'> & {
  files: z.infer<typeof manifestFile>[]
  papers: z.infer<typeof manifestPaper>[]
}

/** Throws for anything else than a manifest, at the first fault: a list of all faults could fill the memory. */
export function parseManifest(value: unknown): ArchiveManifest {
  const { files, papers, ...rest } = z.parse(archiveManifest, value)
  return {
    ...rest,
    files: files.map((file) => z.parse(manifestFile, file)),
    papers: papers.map((paper) => z.parse(manifestPaper, paper)),
  }
}

type Manifested = {
  foundation: string
  startedAt: string
  content: ExportedContent
  files: readonly ExportFile[]
}

export function manifestOf({ foundation, startedAt, content, files }: Manifested): ArchiveManifest {
  const names = paperNames(content)
  const byName = new Map(files.map((file) => [file.name, file]))
  return {
    format: 'board-portal-export',
    version: archiveFormat,
    foundation,
    startedAt,
    files: files.flatMap(({ name, key, size, sha256 }) =>
      key === undefined ? [] : [{ name, size, sha256 }],
    ),
    papers: content.papers.flatMap(({ id, versions }) =>
      versions.map(({ number, sha256, state }) => {
        const name = names.get(paperVersionKey(id, number))
        const file = name === undefined ? undefined : byName.get(name)
        const isFiled = file?.key !== undefined
        return {
          document: id,
          version: number,
          sha256,
          state: state === 'stored' ? (file?.fault ?? (isFiled ? 'stored' : 'missing')) : state,
          ...(isFiled ? { file: file.name } : {}),
        }
      }),
    ),
  }
}
