import { createHash } from 'node:crypto'
import { getDocumentText, listDocuments } from '@portal/contract/documents'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folderDrive } from '../../adapters/folder/folder-drive.ts'
import {
  changesKey,
  createSyncedDocumentsService,
  originalKey,
  textKey,
  textVersion,
} from '../documents/synced-documents-service.ts'
import { silentLog } from '../../platform/log.ts'
import { type TestApi, testApi } from '../../testing/test-api.ts'
import { createPaperCompletion } from './paper-completion.ts'
import { collected, driveFolder, pdfShownElsewhere, samplePdf } from './sync-fixtures.ts'

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

async function pagesOf(name: string): Promise<string[]> {
  const all = await api.call('member')(listDocuments)
  const { id } = all.find((document) => document.name === name)!
  return (await api.call('member')(getDocumentText, { params: { id } })).pages
}

const stored = async () => (await api.ports.store.list('documents')).documents
/** The hash of the only paper's file. */
const original = async () => String((await stored())[0]!['sha256'])

describe('a text that was read in a way of earlier releases', () => {
  const empty = Buffer.from('[""]')
  const emptyHash = createHash('sha256').update(empty).digest('hex')

  /** Makes the stored papers those of a release that read nothing in them. */
  async function madeByEarlierRelease(): Promise<void> {
    const { store, blobs } = api.ports
    for (const { id, revision, updatedAt: _, text_version: __, ...body } of await stored()) {
      const earlier = { ...body, text: 'made', text_sha256: emptyHash }
      await store.update('documents', id, earlier, revision)
      await blobs.put(textKey(String(body['sha256'])), empty)
    }
    const { documents: versions } = await store.list('paper_versions')
    for (const { id, revision, updatedAt: _, ...body } of versions) {
      const { text_version: __, ...content } = body['content'] as Record<string, unknown>
      const earlier = { ...content, text: 'made', text_sha256: emptyHash }
      await store.update('paper_versions', id, { ...body, content: earlier }, revision)
      await blobs.put(textKey(String(body['sha256'])), empty)
    }
  }

  /** A new process: the earlier versions are looked at once in each. */
  async function restarted(): Promise<void> {
    await api.features.sync.stop()
    const { drive: _, ...ports } = api.ports
    api = await testApi({ ports: { ...ports, drive: folderDrive(files.folder, { settle: 20 }) } })
    await api.features.sync.resume()
    await api.features.sync.idle()
  }

  it('is read again in every paper and version with the file, without a report of damage', async () => {
    files.put('Copy.pdf', await samplePdf({ text: 'One' }))
    files.put('One.pdf', await samplePdf({ text: 'One' }))
    await synced()
    files.put('One.pdf', await samplePdf({ text: 'Two' }), 30)
    await synced()
    await madeByEarlierRelease()
    await restarted()
    expect(await pagesOf('Copy.pdf')).toEqual(['One, page 1'])
    expect(await pagesOf('One.pdf')).toEqual(['Two, page 1'])
    const { id } = (await stored()).find(({ name }) => name === 'One.pdf')!
    const query = { version: 1 }
    const first = await api.call('member')(getDocumentText, { params: { id }, query })
    expect(first.pages).toEqual(['One, page 1'])
    const audit = JSON.stringify(await api.ports.store.list('audit'))
    expect(audit).not.toContain('paper damaged')
  })

  it('takes the differences from it along', async () => {
    files.put('One.pdf', await samplePdf({ text: 'One' }))
    await synced()
    const key = changesKey(await original(), '0'.repeat(64))
    await api.ports.blobs.put(key, Buffer.from('{}'))
    await madeByEarlierRelease()
    await restarted()
    expect(await collected(api.ports.blobs.keys('changes/'))).toEqual([])
  })

  it('is read after a process was killed before it had stored the other one', async () => {
    files.put('One.pdf', await samplePdf({ text: 'One' }))
    await synced()
    await madeByEarlierRelease()
    const { put } = api.ports.blobs
    api.ports.blobs.put = async (key, bytes) => {
      if (key.startsWith('texts/')) throw new Error('killed')
      return put(key, bytes)
    }
    await restarted()
    expect((await stored()).map(({ text }) => text)).toEqual([undefined])
    api.ports.blobs.put = put
    await restarted()
    expect(await pagesOf('One.pdf')).toEqual(['One, page 1'])
  })

  it('is kept if the file can’t be read now', async () => {
    files.put('One.pdf', await samplePdf({ text: 'One' }))
    await synced()
    await madeByEarlierRelease()
    await api.ports.blobs.put(originalKey(await original()), Buffer.from('no PDF'))
    await restarted()
    expect(await stored()).toMatchObject([{ text: 'made', text_version: textVersion }])
    expect(await pagesOf('One.pdf')).toEqual([''])
  })

  it('is removed if the pages only ask for another program', async () => {
    files.put('Form.pdf', await pdfShownElsewhere('form'))
    await synced()
    const { store } = api.ports
    await madeByEarlierRelease()
    for (const { id, revision, updatedAt: _, ...body } of await stored()) {
      const picture = { narrow: 'n', wide: 'w', height: 9 }
      const earlier = { condition: 'ready', pages: 1, picture: 'made', first_page: picture }
      await store.update('documents', id, { ...body, ...earlier }, revision)
    }
    await restarted()
    const [document] = await api.call('member')(listDocuments)
    expect(document).toMatchObject({ condition: 'form' })
    expect(document).not.toHaveProperty('pages')
    expect(document).not.toHaveProperty('first_page')
    await expect(pagesOf('Form.pdf')).rejects.toMatchObject({ code: 'notFound' })
  })

  it('waits for everything that is missing, even in a paper that arrives meanwhile', async () => {
    const { store, blobs } = api.ports
    const documents = createSyncedDocumentsService({ store, log: silentLog })
    await documents.ready
    const made: string[] = []
    const completion = createPaperCompletion({
      store,
      blobs,
      log: silentLog,
      documents: documents.all,
      makers: [
        {
          isMissing: ({ text }) => text === undefined,
          isOutdated: ({ text, text_version: version = 1 }) => text !== undefined && version < 2,
          make: async ({ id }) => {
            made.push(id)
            if (id === 'old') {
              await api.putPaper('arrived', { sha256: 'a'.repeat(64) })
              await expect.poll(() => documents.get('arrived')).toBeDefined()
            }
            return { text: 'none', text_version: 2 }
          },
        },
      ],
    })
    const year = (number: number) => ({ modified_time: `${number}-01-01T00:00:00.000Z` })
    const text = 'none' as const
    await api.putPaper('old', { sha256: '1'.repeat(64), text, ...year(2026) })
    await api.putPaper('older', { sha256: '2'.repeat(64), text, ...year(2025) })
    await api.putPaper('new', { sha256: '3'.repeat(64), ...year(1999) })
    completion.start()
    await completion.idle()
    expect(made).toEqual(['new', 'old', 'arrived', 'older'])
  })
})
