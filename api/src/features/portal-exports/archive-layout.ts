import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { ExportFile } from './stored-export.ts'
import { localHeader, zipDirectory, type ZipFile } from './zip-records.ts'

/** A segment of an archive: its own bytes, or those of a stored file. */
type Stretch = { start: number; size: number } & ({ bytes: Buffer } | { key: string })

export type ArchiveLayout = { size: number; stretches: Stretch[] }

/** The positions in an archive: each file after its header, and the directory at the end. */
export function archiveLayout(files: readonly ExportFile[], time: Date): ArchiveLayout {
  const stretches: Stretch[] = []
  const listed: ZipFile[] = []
  let end = 0
  const add = (size: number, content: { bytes: Buffer } | { key: string }) => {
    if (size > 0) stretches.push({ start: end, size, ...content })
    end += size
  }
  for (const { key, ...file } of files) {
    if (key === undefined) continue
    listed.push({ ...file, offset: end })
    const header = localHeader(file, time)
    add(header.length, { bytes: header })
    add(file.size, { key })
  }
  const directory = zipDirectory(listed, end, time)
  add(directory.length, { bytes: directory })
  return { size: end, stretches }
}

type Range = { start: number; end: number }

/** Reads a range of an archive, both ends inclusive. Fails if a stored file is gone. */
export function readArchive(
  blobs: Pick<BlobStore, 'read'>,
  { stretches }: ArchiveLayout,
  range: Range,
): ReadableStream<Uint8Array> {
  const bytes = bytesOf(blobs, stretches, range)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await bytes.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await bytes.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

async function* bytesOf(
  blobs: Pick<BlobStore, 'read'>,
  stretches: readonly Stretch[],
  range: Range,
): AsyncGenerator<Uint8Array> {
  for (const stretch of stretches) {
    const start = Math.max(range.start - stretch.start, 0)
    const end = Math.min(range.end - stretch.start, stretch.size - 1)
    if (start > end) continue
    if ('bytes' in stretch) {
      yield stretch.bytes.subarray(start, end + 1)
      continue
    }
    const bytes = await blobs.read(stretch.key, { start, end })
    if (!bytes) throw new Error(`The archive’s file ${stretch.key} is gone.`)
    yield* bytes
  }
}
