import { listDocuments } from '@portal/contract/documents'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folderDrive } from '../../adapters/folder/folder-drive.ts'
import { type TestApi, testApi } from '../../testing/test-api.ts'
import { collected, driveFolder, samplePdf } from './sync-fixtures.ts'

let files: ReturnType<typeof driveFolder>
let api: TestApi

beforeEach(async () => {
  files = driveFolder()
  api = await testApi({ ports: { drive: folderDrive(files.folder, { settle: 20 }) } })
})
afterEach(async () => {
  await api.features.sync.stop()
  await api.close()
  files.remove()
})

async function synced(): Promise<void> {
  await api.features.sync.start()
  await api.features.sync.idle()
}

async function paper(name: string) {
  const all = await api.call('member')(listDocuments)
  return all.find((document) => document.name === name)!
}

const stored = async () => (await api.ports.store.list('documents')).documents
const pictureKeys = () => collected(api.ports.blobs.keys('pictures/'))
const fetched = async (path: string, headers: Record<string, string> = {}) =>
  api.request(path, {
    headers: { authorization: `Bearer ${await api.tokenOf('member')}`, ...headers },
  })

describe('the picture of a paper', () => {
  it('comes with the paper after a sync, in two widths that are revalidated', async () => {
    files.put('Book.pdf', await samplePdf())
    files.put('Notes.docx', 'words')
    await synced()
    const { first_page: firstPage } = await paper('Book.pdf')
    expect(firstPage).toMatchObject({ height: 828 })
    for (const [address, width, height] of [
      [firstPage!.narrow, 176, 228],
      [firstPage!.wide, 640, 828],
    ] as const) {
      const response = await fetched(address)
      expect(response.headers.get('cache-control')).toBe('private, no-cache')
      const shown = sharp(Buffer.from(await response.arrayBuffer()))
      expect(await shown.metadata()).toMatchObject({ format: 'webp', width, height })
    }
    expect((await api.request(firstPage!.wide)).status).toBe(401)
    expect(await paper('Notes.docx')).not.toHaveProperty('first_page')
  })

  it('comes with the paper’s mapping, whose tag it changes', async () => {
    files.put('Book.pdf', await samplePdf())
    await synced()
    const { id, first_page: firstPage } = await paper('Book.pdf')
    const slot = 'governance-bylaws'
    const body = { documentId: id }
    await api.call('admin')(saveMapping, { params: { id: slot }, body, revision: 'new' })
    const [{ id: _, revision, updatedAt: __, ...document }] = (await stored()) as [Stored]
    await api.ports.store.update('documents', id, withoutPicture(document), revision)
    await expect.poll(async () => (await paper('Book.pdf')).first_page).toBeUndefined()
    const before = await fetched('/api/resource-mappings')
    const etag = before.headers.get('etag')!
    expect((await fetched('/api/resource-mappings', { 'if-none-match': etag })).status).toBe(304)
    await synced()
    expect((await fetched('/api/resource-mappings', { 'if-none-match': etag })).status).toBe(200)
    const mappings = await api.call('member')(listMappings)
    expect(mappings[slot]?.document).toMatchObject({ condition: 'ready', firstPage })
  })

  it('notes that a broken or protected file has no picture, and doesn’t try again', async () => {
    files.put('Broken.pdf', '%PDF-1.7\n1 0 obj << /Type /Catalog >>')
    files.put('Locked.pdf', await samplePdf({ userPassword: 'secret' }))
    await synced()
    expect((await stored()).map(({ picture }) => picture)).toEqual(['none', 'none'])
    expect(await paper('Locked.pdf')).not.toHaveProperty('first_page')
    expect(await pictureKeys()).toEqual([])
  })

  it('shares a picture between equal papers, keeps it through a rename and removes it with the last of them', async () => {
    // Earlier versions are kept otherwise.
    await api.close()
    const drive = folderDrive(files.folder, { settle: 20 })
    api = await testApi({ env: { KEPT_VERSIONS: '1' }, ports: { drive } })
    const bytes = await samplePdf()
    files.put('One.pdf', bytes)
    files.put('Two.pdf', bytes)
    await synced()
    const { first_page: first } = await paper('One.pdf')
    expect((await paper('Two.pdf')).first_page).toEqual(first)
    expect(await pictureKeys()).toHaveLength(2)
    files.lose('Two.pdf')
    files.put('Renamed.pdf', bytes)
    files.put('One.pdf', await samplePdf({ text: 'Changed' }), 30)
    await synced()
    expect((await paper('Renamed.pdf')).first_page).toEqual(first)
    expect((await paper('One.pdf')).first_page!.wide).not.toBe(first!.wide)
    expect(await pictureKeys()).toHaveLength(4)
    files.lose('Renamed.pdf')
    await synced()
    expect(await pictureKeys()).toHaveLength(2)
    expect((await fetched(first!.wide)).status).toBe(404)
    expect((await fetched((await paper('One.pdf')).first_page!.wide)).status).toBe(200)
  })

  it('makes pictures at start for older papers, and for those that a killed process has left', async () => {
    files.put('One.pdf', await samplePdf({ text: 'One' }))
    files.put('Two.pdf', await samplePdf({ text: 'Two' }))
    await synced()
    const before = await stored()
    const keys = await pictureKeys()
    for (const { id, revision, updatedAt: _, ...document } of before as Stored[]) {
      await api.ports.store.update('documents', id, withoutPicture(document), revision)
    }
    await api.ports.blobs.delete(keys[0]!)
    await api.features.sync.resume()
    await api.features.sync.idle()
    expect((await stored()).map(({ first_page }) => first_page)).toEqual(
      before.map(({ first_page }) => first_page),
    )
    expect(await pictureKeys()).toEqual(keys)
  })
})

type Stored = { id: string; revision: number; updatedAt: string } & Record<string, unknown>

/** The document as it was before its picture was made. */
function withoutPicture(document: Record<string, unknown>) {
  const { picture: _, first_page: __, ...rest } = document
  return rest
}
