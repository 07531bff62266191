import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { getChanges, listVersions, withdrawVersion } from '@portal/contract/paper-versions'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { listDocuments } from '@portal/contract/documents'
import { expect, it, onTestFinished } from 'vitest'
import Pdfkit from 'pdfkit'
import sharp from 'sharp'
import { Refusal } from '../../refusal.ts'
import {
  collected,
  driveFolder,
  pdfShownElsewhere,
  samplePdf,
  syncAdmin,
} from '../sync/sync-fixtures.ts'
import { createPdfTextReader } from '../sync/pdf-text.ts'
import { testApi } from '../../testing/test-api.ts'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { createHeavyWork } from '../../platform/background/heavy-work.ts'
import { createChangesService } from './changes-service.ts'

/** One page per text; a color is a page without text that has a picture of it. */
async function paperOf(pages: (string | { color: string })[]): Promise<Buffer> {
  const document = new Pdfkit({ autoFirstPage: false })
  for (const page of pages) {
    document.addPage()
    if (typeof page === 'string') document.text(page)
    else {
      const { color: background } = page
      const create = { width: 60, height: 60, channels: 3 as const, background }
      document.image(await sharp({ create }).png().toBuffer(), 72, 72, { width: 200 })
    }
  }
  document.end()
  return Buffer.concat(await collected(document as AsyncIterable<Buffer>))
}

/** A paper whose file had these contents, one after another. */
async function withVersions(...files: (Uint8Array | string)[]) {
  const folder = driveFolder()
  const api = await testApi({ driveFolder: folder.folder })
  onTestFinished(async () => {
    await api.features.sync.stop()
    await api.close()
    folder.remove()
  })
  for (const [index, bytes] of files.entries()) {
    folder.put('Paper.pdf', bytes, 1000 - index * 60)
    await api.features.sync.start()
    await api.features.sync.idle()
  }
  const [paper] = await api.call('member')(listDocuments)
  const { id } = paper!
  return {
    ...api,
    folder,
    id,
    changes: (from?: number, to?: number) =>
      api.call('member')(getChanges, { params: { id }, query: { from, to } }),
    cachedKeys: () => collected(api.ports.blobs.keys('changes/')),
  }
}

/** Two papers, each with one version. */
async function withAnotherPaper(bytes: Uint8Array, otherBytes: Uint8Array) {
  const { folder, ...paper } = await withVersions(bytes)
  folder.put('Other.pdf', otherBytes)
  await paper.features.sync.start()
  await paper.features.sync.idle()
  const papers = await paper.call('member')(listDocuments)
  return { ...paper, api: paper, other: papers.find(({ id }) => id !== paper.id)!.id }
}

const long = (topic: string) =>
  Array.from({ length: 12 }, (_, at) => `${topic} sentence ${at} tells of item ${at * 7}.`).join(
    ' ',
  )

it('shows what changed between two versions, in either order, and compares a pair once', async () => {
  const first = await paperOf([long('Grants'), long('Staff')])
  const second = await paperOf([long('Grants'), long('Staff').replace('item 21', 'item 99')])
  const { changes, cachedKeys, ports } = await withVersions(first, second)
  const result = await changes()
  expect(result).toMatchObject({
    from: 1,
    to: 2,
    state: 'compared',
    summary: '1 passage changed, on page 2',
    pages: [
      { page: 1, was: 1, verdict: 'same' },
      { page: 2, was: 2, verdict: 'changed' },
    ],
    passages: [{ kind: 'changed', beforeText: '21', afterText: '99' }],
  })
  expect(await changes(1, 2)).toEqual(result)
  const [key] = await cachedKeys()
  expect(await cachedKeys()).toHaveLength(1)
  const backwards = await changes(2, 1)
  expect(backwards.passages).toMatchObject([{ beforeText: '99', afterText: '21' }])
  // A stored comparison is used as it is.
  const other = { ...result, passages: [], pages: [] }
  await ports.blobs.put(key!, Buffer.from(JSON.stringify(other)))
  expect((await changes(1, 2)).summary).toBe('Nothing changed')
  await ports.blobs.put(key!, Buffer.from('{'))
  expect(await changes(1, 2)).toEqual(result)
})

/** The service alone, over versions with the given texts. */
function changesOf(texts: readonly string[], put?: BlobStore['put']) {
  const mimeType = 'application/pdf'
  const heavyWork = createHeavyWork()
  onTestFinished(heavyWork.stop)
  const changes = createChangesService({
    heavyWork,
    blobs: { ...memoryBlobStore(), ...(put ? { put } : {}) },
    documents: {
      version: async (_, name, number = texts.length) => {
        const sha256 = String(number).repeat(64)
        return { name, number, sha256, mimeType, condition: 'ready', pages: 1, text: 'made' }
      },
      textBytes: async (_, __, number = texts.length) => Buffer.from(texts[number - 1]!),
    },
  })
  const { signal } = new AbortController()
  return (from?: number) => changes.get(syncAdmin, 'Paper.pdf', { from }, signal)
}

it('reports what changed even when the storage is full', async () => {
  const texts = [long('Grants'), long('Grants').replace('item 21', 'item 99')]
  const changes = changesOf(
    texts.map((text) => JSON.stringify([text])),
    async () => {
      throw new Refusal('storageFull', 'The server’s storage is full.')
    },
  )
  expect((await changes()).summary).toBe('1 passage changed, on page 1')
})

it('explains in one sentence that versions couldn’t be compared, and compares the next ones', async () => {
  const changes = changesOf(['[', '["First"]', '["First"]'])
  await expect(changes(1)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'These versions could not be compared. Please try again.',
  })
  expect((await changes(2)).state).toBe('compared')
})

it('reports the same words where no picture can be compared', async () => {
  const paper = (second: string) => JSON.stringify([long('Staff'), second])
  const changes = changesOf([
    paper(long('Grants').replace('item 21', 'item 99')),
    paper(long('Grants')),
    paper(long('Grants')),
  ])
  expect(await changes(2)).toMatchObject({
    summary: 'The same words',
    pages: [{ verdict: 'sameWords' }, { verdict: 'sameWords' }],
  })
  expect(await changes(1)).toMatchObject({
    summary: '1 passage changed, on page 2; the rest has the same words',
    pages: [{ verdict: 'sameWords' }, { verdict: 'changed' }],
  })
})

const pathOf = (name: string, version: number) =>
  path.join(import.meta.dirname, 'changed-papers', `${name}-${version}.pdf`)

const changedPaper = (name: string) =>
  Promise.all([1, 2].map((version) => readFile(pathOf(name, version))))

/** The text of a changed paper, as a sync stores it. */
async function textOf(name: string, version: number): Promise<string> {
  const heavyWork = createHeavyWork()
  onTestFinished(heavyWork.stop)
  const reader = createPdfTextReader(heavyWork, { by: 'sync' })
  return Buffer.from((await reader.read(pathOf(name, version))).json!).toString()
}

it.each([
  ['headings', { kind: 'changed', beforeText: 'Budget Actual', afterText: 'Actual Budget' }],
  ['amount', { kind: 'changed', beforeText: '4,200,000', afterText: '4,900,000' }],
  ['watermark', { kind: 'removed', beforeText: 'DRAFT', afterText: '' }],
])('reports changed %s on every page once', async (name, passage) => {
  const changes = changesOf(await Promise.all([1, 2].map((version) => textOf(name, version))))
  const { summary, passages, pages } = await changes()
  expect(summary).toMatch(/^1 passage changed, on page 1\b/)
  expect(passages).toMatchObject([passage])
  expect(pages[0]!.verdict).toBe('changed')
})

it('reports a chart with other bars, and reports nothing for a paper that was only saved again', async () => {
  const [before, after] = (await changedPaper('chart')) as [Buffer, Buffer]
  const resaved = await (await PDFDocument.load(before)).save()
  const { changes } = await withVersions(before, after, resaved)
  expect(await changes(1, 2)).toMatchObject({
    summary: 'page 1 looks different',
    pages: [{ verdict: 'looksDifferent' }],
  })
  expect(await changes(1, 3)).toMatchObject({
    summary: 'Nothing changed',
    pages: [{ verdict: 'same' }],
  })
})

it('reports a changed amount in a form, even if the file leaves drawing it to the viewer', async () => {
  const form = async (amount: string, isDrawn: boolean) => {
    const document = await PDFDocument.create()
    const page = document.addPage()
    page.drawText('Request for a grant', { x: 72, y: 700 })
    const field = document.getForm().createTextField('amount')
    field.setText(amount)
    field.addToPage(page, { x: 72, y: 600, width: 200, height: 20 })
    if (!isDrawn) for (const { dict } of field.acroField.getWidgets()) dict.delete(PDFName.of('AP'))
    return document.save({ updateFieldAppearances: isDrawn })
  }
  const { changes } = await withVersions(
    await form('$4,200,000', true),
    await form('$4,200.000', true),
    await form('$4,200,000', false),
    await form('$4,200,300', false),
  )
  for (const [from, to] of [
    [1, 2],
    [3, 4],
  ] as const) {
    expect(await changes(from, to)).toMatchObject({ summary: 'page 1 looks different' })
  }
})

it('compares versions again that an earlier release compared by their words alone', async () => {
  const [before, after] = (await changedPaper('chart')) as [Buffer, Buffer]
  const { changes, ports, call, id } = await withVersions(before, after)
  const { versions } = await call('member')(listVersions, { params: { id }, query: {} })
  const [newer, older] = versions.map(({ sha256 }) => sha256)
  const earlier = {
    pages: [{ page: 1, was: 1, verdict: 'same' }],
    passages: [],
    removedPages: [],
    changedShare: 0,
  }
  await ports.blobs.put(`changes/3-${older}-${newer}.json`, Buffer.from(JSON.stringify(earlier)))
  expect((await changes()).summary).toBe('page 1 looks different')
})

it('compares pages without text by their pictures', async () => {
  const first = await paperOf([long('Grants'), { color: 'teal' }, { color: 'navy' }])
  const second = await paperOf([long('Grants'), { color: 'teal' }, { color: 'orange' }])
  const { changes } = await withVersions(first, second)
  expect(await changes()).toMatchObject({
    summary: 'page 3 looks different',
    pages: [{ verdict: 'same' }, { verdict: 'looksSame' }, { verdict: 'looksDifferent' }],
  })
})

it('explains why encrypted and broken files, forms and portfolios can’t be compared', async () => {
  const locked = await samplePdf({ userPassword: 'secret' })
  const elsewhere = [await pdfShownElsewhere('form'), await pdfShownElsewhere('portfolio')] as const
  const broken = '%PDF-1.7\n1 0 obj <<'
  const { changes } = await withVersions(await samplePdf(), locked, broken, ...elsewhere)
  expect(await changes(1, 2)).toMatchObject({
    state: 'unreadable',
    reason: 'Version 2 is protected with a password, so it can’t be compared.',
  })
  expect(await changes(1, 3)).toMatchObject({
    reason: 'Version 3 is damaged, so it can’t be compared.',
  })
  expect([(await changes(1, 4)).reason, (await changes(1, 5)).reason]).toEqual([
    'Version 4 is a PDF form, so it can’t be compared.',
    'Version 5 is a PDF portfolio, so it can’t be compared.',
  ])
})

it('compares papers that only have an owner password', async () => {
  const owned = (text: string) => samplePdf({ text, ownerPassword: 'plum' })
  const { changes } = await withVersions(await owned('Grants'), await owned('Staff'))
  expect(await changes(1, 2)).toMatchObject({ state: 'compared', summary: /1 passage changed/ })
})

it('shows what differs from another paper, by default from the version that is shown', async () => {
  const quarter = await paperOf([long('Grants'), long('Staff').replace('item 21', 'item 99')])
  const { api, changes, id, other, cachedKeys } = await withAnotherPaper(
    await paperOf([long('Grants'), long('Staff')]),
    quarter,
  )
  const result = await api.call('member')(getChanges, {
    params: { id: other },
    query: { against: id },
  })
  expect(result).toMatchObject({
    from: 1,
    to: 1,
    against: id,
    summary: '1 passage changed, on page 2',
    passages: [{ beforeText: '21', afterText: '99' }],
  })
  expect(await cachedKeys()).toHaveLength(1)
  // A paper is compared with its own previous version if both are the same paper.
  await expect(changes()).rejects.toMatchObject({ message: /has no earlier version/ })
  const compare = (query: { from?: number; against: string }) =>
    api.call('member')(getChanges, { params: { id: other }, query })
  await expect(compare({ against: 'no-such-paper' })).rejects.toMatchObject({ code: 'notFound' })
  await expect(compare({ against: id, from: 7 })).rejects.toMatchObject({ code: 'notFound' })
  const params = { id, number: 1 }
  await api.call('admin')(withdrawVersion, { params, body: { reason: 'Sent by mistake' } })
  await expect(compare({ against: id })).rejects.toMatchObject({ code: 'gone' })
  await expect.poll(cachedKeys).toEqual([])
})

it('names the paper that can’t be compared with another one', async () => {
  const locked = await samplePdf({ userPassword: 'secret' })
  const { api, id, other } = await withAnotherPaper(await samplePdf(), locked)
  const compared = await api.call('member')(getChanges, {
    params: { id },
    query: { against: other },
  })
  expect(compared).toMatchObject({
    state: 'unreadable',
    reason: '“Other.pdf” is protected with a password, so it can’t be compared.',
  })
})

it('refuses versions that aren’t there or were withdrawn, and deletes their differences', async () => {
  const first = await paperOf([long('Grants')])
  const { changes, cachedKeys, call, id } = await withVersions(
    first,
    await paperOf([long('Staff')]),
  )
  await expect(changes(1, 7)).rejects.toMatchObject({ code: 'notFound' })
  await expect(changes(undefined, 1)).rejects.toMatchObject({
    message: '“Paper.pdf” has no earlier version.',
  })
  await changes(1, 2)
  expect(await cachedKeys()).toHaveLength(1)
  const params = { id, number: 1 }
  await call('admin')(withdrawVersion, { params, body: { reason: 'Sent by mistake' } })
  await expect(changes(1, 2)).rejects.toMatchObject({ code: 'gone' })
  await expect.poll(cachedKeys).toEqual([])
})
