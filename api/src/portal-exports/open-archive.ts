import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import * as z from 'zod/mini'
import {
  archiveFormat,
  type ArchiveManifest,
  archiveManifest,
  manifestName,
} from './archive-manifest.ts'
import { ImportError } from './import-error.ts'

/** In bytes, enough for some 600,000 files. A small compressed manifest could expand to far more memory. */
const largestManifest = 256 * 1024 * 1024

/** An archive that has been verified against its manifest. */
export type Archive = {
  manifest: ArchiveManifest
  bytes: (name: string) => Promise<Readable>
  close: () => void
}

/** Opens an archive and verifies it: nothing is missing, added or altered. */
export async function openArchive(path: string): Promise<Archive> {
  let zip: ZipFile
  try {
    zip = await openPromise(path, { autoClose: false, validateEntrySizes: true })
  } catch (cause) {
    throw new ImportError(`${path} can’t be read as a ZIP.`, { cause })
  }
  try {
    const entries = await entriesOf(zip)
    const manifest = await manifestIn(zip, entries)
    await verify(zip, entries, manifest)
    const bytes = async (name: string) => {
      const entry = entries.get(name)
      if (!entry) throw new ImportError(`The archive has no file ${name}.`)
      return zip.openReadStreamPromise(entry)
    }
    return { manifest, bytes, close: () => zip.close() }
  } catch (error) {
    zip.close()
    if (error instanceof ImportError) throw error
    throw new ImportError('The archive is damaged: it can’t be read to its end.', { cause: error })
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) {
      throw new ImportError(`The archive is damaged: it has ${entry.fileName} twice.`)
    }
    entries.set(entry.fileName, entry)
  }
  return entries
}

async function manifestIn(zip: ZipFile, entries: Map<string, Entry>): Promise<ArchiveManifest> {
  const entry = entries.get(manifestName)
  if (!entry) throw new ImportError('This ZIP isn’t an export of a portal: it has no manifest.')
  const notOurs = 'This ZIP’s manifest isn’t that of a portal’s export.'
  if (entry.uncompressedSize > largestManifest) throw new ImportError(notOurs)
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  const { success, data } = z.safeParse(archiveManifest, jsonOf(Buffer.concat(chunks)))
  if (!success) throw new ImportError(notOurs)
  if (data.version !== archiveFormat) {
    throw new ImportError(
      `The archive has format ${data.version}, and this release imports format ${archiveFormat}.`,
    )
  }
  return data
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

async function verify(
  zip: ZipFile,
  entries: Map<string, Entry>,
  { files, papers }: ArchiveManifest,
): Promise<void> {
  const listed = new Set([manifestName, ...files.map(({ name }) => name)])
  for (const name of entries.keys()) {
    if (!listed.has(name)) throw new ImportError(`The archive’s manifest doesn’t name ${name}.`)
  }
  for (const { name, size, sha256 } of files) {
    const entry = entries.get(name)
    if (!entry) throw new ImportError(`The archive is damaged: ${name} is missing.`)
    const hash = createHash('sha256')
    // oxlint-disable-next-line no-await-in-loop -- one file after another bounds the memory
    for await (const chunk of await zip.openReadStreamPromise(entry)) hash.update(chunk as Buffer)
    if (entry.uncompressedSize !== size || hash.digest('hex') !== sha256) {
      throw new ImportError(`The archive is damaged: ${name} has been altered.`)
    }
  }
  // A paper is stored under the hash of its version.
  const hashes = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  for (const { file, sha256 } of papers) {
    if (file !== undefined && hashes.get(file) !== sha256) {
      throw new ImportError(`The archive is damaged: ${file} has been altered.`)
    }
  }
}
