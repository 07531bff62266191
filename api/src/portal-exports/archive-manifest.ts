import * as z from 'zod/mini'
import type { ExportedContent } from './exported-content.ts'
import { paperNames, paperVersionKey } from './paper-names.ts'
import type { ExportFile } from './stored-export.ts'

/** The archive format. Archives with a different number can't be imported by this release. */
export const archiveFormat = 1
export const manifestName = 'manifest.json'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** `manifest.json` lists every other file of an archive, and which paper version it contains. */
export const archiveManifest = z.object({
  format: z.literal('board-portal-export'),
  version: z.number(),
  foundation: z.string(),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  files: z.array(z.object({ name: z.string(), size: z.number(), sha256: hash })),
  papers: z.array(
    z.object({
      document: z.string(),
      version: z.number(),
      sha256: z.string(),
      state: z.enum(['stored', 'withdrawn', 'expired', 'damaged', 'missing']),
      file: z.optional(z.string()),
    }),
  ),
})
export type ArchiveManifest = z.infer<typeof archiveManifest>

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
