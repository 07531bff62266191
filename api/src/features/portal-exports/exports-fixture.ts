import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { getExportFile, listExports, startExport } from '@portal/contract/portal-exports'
import { originalKey } from '../documents/synced-documents-service.ts'
import { openPromise } from 'yauzl'
import type { TestApi } from '../../testing/test-api.ts'
import { localHeader, zipDirectory, type ZipFile } from './zip-records.ts'

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Stores a paper; additional texts become its earlier versions, oldest first. */
export async function storedTexts(
  api: Pick<TestApi, 'ports' | 'putPaper' | 'putVersion'>,
  id: string,
  ...texts: string[]
): Promise<void> {
  for (const [index, text] of texts.entries()) {
    const bytes = Buffer.from(text)
    const other = {
      name: `${id}.pdf`,
      sha256: sha256Of(bytes),
      size: bytes.length,
      version: index + 1,
    }
    await api.ports.blobs.put(originalKey(other.sha256), bytes)
    if (index === texts.length - 1) await api.putPaper(id, other)
    else await api.putVersion(id, index + 1, other)
  }
}

/** A PNG of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Starts an export as an admin and waits until it has ended. */
export async function exported(api: TestApi) {
  const { id } = await api.call('admin')(startExport)
  await api.features.portalExports.idle()
  const all = await api.call('admin')(listExports)
  return all.find((candidate) => candidate.id === id)!
}

export async function downloaded(api: TestApi, id: string, headers: Record<string, string> = {}) {
  const token = await api.tokenOf('admin')
  const path = getExportFile.path.replace('{id}', id)
  return api.request(path, { headers: { authorization: `Bearer ${token}`, ...headers } })
}

/** Writes an export's archive to a file. */
export async function saveArchive(api: TestApi, path: string): Promise<string> {
  const { id } = await exported(api)
  const response = await downloaded(api, id)
  writeFileSync(path, Buffer.from(await response.arrayBuffer()))
  return path
}

/** The files of a ZIP, by an independent reader that compares their checksums. */
export async function filesInZip(path: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(path, { autoClose: false, validateEntrySizes: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    if (crc32(bytes) !== entry.crc32) throw new Error(`${entry.fileName} has another checksum.`)
    files.set(entry.fileName, bytes)
  }
  zip.close()
  return files
}

/** Writes files as a ZIP. */
export function writeZip(path: string, files: Iterable<[string, Buffer]>): void {
  const time = new Date('2026-11-20T18:00:00Z')
  const listed: ZipFile[] = []
  const parts: Buffer[] = []
  let offset = 0
  for (const [name, bytes] of files) {
    const file = { name, size: bytes.length, crc32: crc32(bytes), offset }
    const header = localHeader(file, time)
    listed.push(file)
    parts.push(header, bytes)
    offset += header.length + bytes.length
  }
  writeFileSync(path, Buffer.concat([...parts, zipDirectory(listed, offset, time)]))
}
