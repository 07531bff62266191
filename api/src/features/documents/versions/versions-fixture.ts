import { getDocumentContent, listDocuments } from '@portal/contract/documents'
import { pathOf } from '@portal/domain/path-of'
import { listVersions, withdrawVersion } from '@portal/contract/paper-versions'
import { onTestFinished } from 'vitest'
import { folderDrive } from '../../../adapters/folder/folder-drive.ts'
import type { Drive } from '../../sync/drive.ts'
import { collected, driveFolder, samplePdf } from '../../sync/sync-fixtures.ts'
import { testApi, type TestApiOptions } from '../../../testing/test-api.ts'

/** A drive with the papers of a test. */
export type PapersDrive = {
  drive: Drive
  /** Creates a file in the root, or replaces its bytes. */
  put: (name: string, bytes: Buffer) => Promise<void>
  lose: (name: string) => Promise<void>
  close: () => Promise<void>
}

/** A folder as the drive; every change is a minute later than the one before. */
function papersFolder(): PapersDrive {
  const files = driveFolder()
  let age = 100_000
  return {
    drive: folderDrive(files.folder, { settle: 0 }),
    put: async (name, bytes) => files.put(name, bytes, (age -= 60)),
    lose: async (name) => files.lose(name),
    close: async () => files.remove(),
  }
}

/** The API over a drive that a test changes. */
export async function versionsApi({
  papers = papersFolder(),
  ...options
}: TestApiOptions & { papers?: PapersDrive } = {}) {
  const api = await testApi({ ...options, ports: { drive: papers.drive, ...options.ports } })
  onTestFinished(async () => {
    await api.features.sync.stop()
    await api.close()
    await papers.close()
  })
  const syncDrive = async () => {
    await api.features.sync.start()
    await api.features.sync.idle()
  }
  const pdfs = new Map<string, Promise<Buffer>>()
  /** The same bytes for the same text: pdfkit writes the time into a file. */
  const bytesOf = async (name: string, text: string) => {
    if (!name.endsWith('.pdf')) return Buffer.from(text)
    const pdf = pdfs.get(text) ?? samplePdf({ text, pages: 2 })
    pdfs.set(text, pdf)
    return pdf
  }
  const admin = api.call('admin')
  const member = api.call('member')
  return {
    ...api,
    portalVersions: api.features.versions,
    papers,
    syncDrive,
    admin,
    member,
    /** Replaces the file's bytes, and syncs. */
    write: async (name: string, text: string) => {
      await papers.put(name, await bytesOf(name, text))
      await syncDrive()
    },
    /** The id of the only paper with this name. */
    idOf: async (name: string) => {
      const all = await member(listDocuments)
      return all.find((document) => document.name === name)!.id
    },
    versions: (id: string, as: 'admin' | 'member' = 'member') =>
      api.call(as)(listVersions, { params: { id }, query: {} }),
    withdraw: (id: string, number: number, reason = 'Sent by mistake') =>
      admin(withdrawVersion, { params: { id, number }, body: { reason } }),
    content: async (id: string, version?: number) => {
      const query = version === undefined ? {} : { version: String(version) }
      return api.request(pathOf(getDocumentContent.path, { id }, query), {
        headers: { authorization: `Bearer ${await api.tokenOf('member')}` },
      })
    },
    blobKeys: (prefix: string) => collected(api.ports.blobs.keys(prefix)),
    stored: async (collection: string) => (await api.ports.store.list(collection)).documents,
  }
}
