import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import {
  archiveFormat,
  archiveLimits,
  type ArchiveManifest,
  manifestName,
  parseManifest,
} from './archive-manifest.ts'
import { ImportError } from './unfinished-import.ts'
import { countValues } from './exported-collections.ts'

/** In bytes: the name, extra fields and comment of a file in the ZIP's directory. */
const largestDirectoryEntry = 4000
/** Objects, lists and values in a manifest of the most files and papers. */
const mostValues = 4 * archiveLimits.files + 6 * archiveLimits.papers

/** An archive that has been verified against its manifest. */
export type Archive = {
  manifest: ArchiveManifest
  /** The manifest's SHA-256 in hex. The manifest has those of all other files, so it identifies the archive. */
  sha256: string
  /** The file's verified bytes. Fails at their end if they have changed since the archive was opened. */
  bytes: (name: string) => AsyncIterable<Uint8Array>
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
    const { manifest, sha256 } = await manifestIn(zip, entries)
    const listed = filesByName(manifest)
    await verify(zip, entries, manifest)
    const bytes = (name: string) => {
      const [entry, file] = [entries.get(name), listed.get(name)]
      if (!entry || !file) throw new ImportError(`The archive is incomplete: ${name} is missing.`)
      return verifiedBytes(zip, entry, file)
    }
    return { manifest, sha256, bytes, close: () => zip.close() }
  } catch (error) {
    zip.close()
    if (error instanceof ImportError) throw error
    throw new ImportError('The archive is damaged: it can’t be read to its end.', { cause: error })
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > archiveLimits.files + 1) {
    throw new ImportError('The archive has more files than a portal’s export.')
  }
  const entries = new Map<string, Entry>()
  let size = 0
  for await (const entry of zip.eachEntry()) {
    const { fileName, fileNameLength, extraFieldLength, fileCommentLength } = entry
    if (fileNameLength + extraFieldLength + fileCommentLength > largestDirectoryEntry) {
      throw new ImportError('The archive is damaged: it has a name that is too long.')
    }
    if (entries.has(fileName)) {
      throw new ImportError(`The archive is damaged: it has ${fileName} twice.`)
    }
    refuseForeign(entry)
    size += entry.compressedSize
    // Files that share their bytes would be stored many times over.
    if (size > zip.fileSize) {
      throw new ImportError('The archive is damaged: its files are larger than itself.')
    }
    entries.set(fileName, entry)
  }
  return entries
}

const modeMask = 0o170000
const regularFile = 0o100000

/** Refuses what a portal never writes: links, compressed and encrypted files. */
function refuseForeign(entry: Entry): void {
  const kind = (entry.externalFileAttributes >>> 16) & modeMask
  if ((kind !== 0 && kind !== regularFile) || entry.fileName.endsWith('/')) {
    throw new ImportError(`The archive is damaged: ${entry.fileName} is not a file.`)
  }
  if (entry.compressionMethod === 0 && !entry.isEncrypted()) return
  throw new ImportError(
    'This ZIP was compressed or encrypted by another program: restore the file as the portal made it.',
  )
}

async function manifestIn(
  zip: ZipFile,
  entries: Map<string, Entry>,
): Promise<{ manifest: ArchiveManifest; sha256: string }> {
  const entry = entries.get(manifestName)
  if (!entry) throw new ImportError('This ZIP isn’t an export of a portal: it has no manifest.')
  const notOurs = 'This ZIP’s manifest isn’t that of a portal’s export.'
  if (entry.uncompressedSize > archiveLimits.manifest) throw new ImportError(notOurs)
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  if (countValues(bytes) > mostValues) throw new ImportError(notOurs)
  let manifest: ArchiveManifest
  try {
    manifest = parseManifest(JSON.parse(bytes.toString()))
  } catch (cause) {
    throw new ImportError(notOurs, { cause })
  }
  if (manifest.version !== archiveFormat) {
    throw new ImportError(
      `The archive has format ${manifest.version}, and this release imports format ${archiveFormat}.`,
    )
  }
  return { manifest, sha256: createHash('sha256').update(bytes).digest('hex') }
}

type File = ArchiveManifest['files'][number]

function filesByName({ files }: ArchiveManifest): Map<string, File> {
  const listed = new Map(files.map((file) => [file.name, file]))
  if (listed.size === files.length) return listed
  throw new ImportError('The archive is damaged: its manifest names a file twice.')
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
  for (const file of files) {
    const entry = entries.get(file.name)
    if (!entry) throw new ImportError(`The archive is damaged: ${file.name} is missing.`)
    for await (const _ of verifiedBytes(zip, entry, file));
  }
  // A paper is stored under the hash of its version.
  const hashes = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  for (const { file, sha256 } of papers) {
    if (file !== undefined && hashes.get(file) !== sha256) {
      throw new ImportError(`The archive is damaged: ${file} has been altered.`)
    }
  }
}

async function* verifiedBytes(
  zip: ZipFile,
  entry: Entry,
  { name, size, sha256 }: File,
): AsyncGenerator<Uint8Array> {
  const altered = new ImportError(`The archive is damaged: ${name} has been altered.`)
  if (entry.uncompressedSize !== size) throw altered
  const hash = createHash('sha256')
  const stream: Readable = await zip.openReadStreamPromise(entry)
  for await (const chunk of stream) {
    hash.update(chunk as Buffer)
    yield chunk as Buffer
  }
  if (hash.digest('hex') !== sha256) throw altered
}
