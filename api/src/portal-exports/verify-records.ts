import * as z from 'zod/mini'
import { collectionsIn, exportedCollections } from './exported-collections.ts'
import { ImportError } from './import-error.ts'
import type { Archive } from './open-archive.ts'
import { storedLines } from './planned-files.ts'

const record = z.object({
  id: z.string().check(z.minLength(1)),
  revision: z.int().check(z.positive()),
  updatedAt: z.string().check(z.refine((time) => !Number.isNaN(Date.parse(time)))),
})

/** Parses every record of an archive first, so that none can fail the import halfway. */
export async function verifyRecords({
  bytes,
  manifest,
}: Pick<Archive, 'bytes' | 'manifest'>): Promise<void> {
  for (const collection of collectionsIn(manifest.files)) {
    const name = exportedCollections[collection]
    const lines = await bytes(name)
    const ids = new Set<string>()
    try {
      for await (const line of storedLines(lines)) {
        const { id } = z.parse(record, line)
        if (ids.has(id)) throw new Error(`It has the id ${id} twice.`)
        ids.add(id)
      }
    } catch (cause) {
      throw new ImportError(`The archive is damaged: ${name} can’t be read.`, { cause })
    }
  }
}
