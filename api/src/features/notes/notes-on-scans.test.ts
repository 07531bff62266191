import { createHash } from 'node:crypto'
import { getNotes, saveNotes } from '@portal/contract/notes'
import type { NoteTarget } from '@portal/contract/note-target'
import Pdfkit from 'pdfkit'
import { expect, it, onTestFinished } from 'vitest'
import { seededChance } from '../paper-changes/paper-fixture.ts'
import { originalKey, textKey } from '../documents/synced-documents-service.ts'
import { collected } from '../sync/sync-fixtures.ts'
import { testApi } from '../../testing/test-api.ts'
import { pngOf, scannedWords, scanOf } from './anchors/scanned-pages-fixture.ts'
import { savedNote, saveOf } from './notes-fixture.ts'

const id = 'scans'
const chance = seededChance(3)
const scans = await Promise.all([1, 2, 3].map(() => pngOf(scanOf(scannedWords(chance)))))
const [first, second, third] = scans as [Buffer, Buffer, Buffer]

async function paperOf(pages: (string | Buffer)[]): Promise<Buffer> {
  const document = new Pdfkit({ autoFirstPage: false, size: 'LETTER', margin: 0 })
  for (const page of pages) {
    document.addPage()
    if (typeof page === 'string') document.text(page, 72, 72)
    else document.image(page, 0, 0, { width: document.page.width, height: document.page.height })
  }
  document.end()
  return Buffer.concat(await collected(document as AsyncIterable<Buffer>))
}

function rectangleOn(page: number): NoteTarget {
  return {
    version: 1,
    selector: [
      {
        type: 'FragmentSelector',
        conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
        value: `page=${page}`,
      },
      {
        type: 'FragmentSelector',
        conformsTo: 'http://www.w3.org/TR/media-frags/',
        value: 'xywh=percent:10,20,30,8',
      },
    ],
  }
}

it('moves notes on scanned pages with their pages, and doesn’t place those on removed pages', async () => {
  const api = await testApi()
  onTestFinished(() => api.close())
  const cover = 'The annual surplus of 2026 goes to the reserve for the new roof.'
  const versions = [
    [cover, first, second, third],
    [cover, third, first],
    [second, first, third],
  ]
  for (const [index, pages] of versions.entries()) {
    const bytes = await paperOf(pages)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const text = pages.map((page) => (typeof page === 'string' ? page : ''))
    await api.ports.blobs.put(originalKey(sha256), bytes)
    await api.ports.blobs.put(textKey(sha256), Buffer.from(JSON.stringify(text)))
    const number = index + 1
    const content = { name: 'Scans.pdf', pages: pages.length, text: 'made' } as const
    if (number === versions.length) {
      await api.putPaper(id, { ...content, sha256, version: number })
    }
    await api.putVersion(id, number, { ...content, sha256 })
  }
  const notes = [2, 3, 4].map((page) => savedNote(page, { target: rectangleOn(page) }))
  await api.call('member')(saveNotes, { body: { ...saveOf(), documentId: id, notes } })
  const pagesIn = async (version: number) => {
    const query = { version }
    const listed = await api.call('member')(getNotes, { params: { id }, query })
    return listed.notes.map(({ place }) => place?.page)
  }
  expect(await pagesIn(1)).toEqual([2, 3, 4])
  expect(await pagesIn(2)).toEqual([3, undefined, 2])
  expect(await pagesIn(3)).toEqual([2, 1, 3])
})
