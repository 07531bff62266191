import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { getDocumentText, listDocuments } from '@portal/contract/documents'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { folderDrive } from '../../adapters/folder/folder-drive.ts'
import {
  originalKey,
  textKey,
  createSyncedDocumentsService,
} from '../documents/synced-documents-service.ts'
import { silentLog } from '../../platform/log.ts'
import { createTurns } from '../../platform/background/turns.ts'
import { createHeavyWork } from '../../platform/background/heavy-work.ts'
import { type TestApi, testApi } from '../../testing/test-api.ts'
import { createPdfTextReader, textWorker } from './pdf-text.ts'
import { collected, driveFolder, pdfWithContent, samplePdf } from './sync-fixtures.ts'
import { createPaperCompletion } from './paper-completion.ts'
import { createTextMaker } from './paper-maker.ts'

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
const textKeys = () => collected(api.ports.blobs.keys('texts/'))

// Each test starts threads, which is slow on a busy machine.
describe('the text of a paper', () => {
  it('marks a paper as scanned if no page has any', async () => {
    files.put('Scan.pdf', await pdfWithContent(new Uint8Array(), []))
    files.put('Text.pdf', await samplePdf())
    await synced()
    const all = await api.call('member')(listDocuments)
    expect(all.map(({ name, scanned }) => [name, scanned])).toEqual([
      ['Scan.pdf', true],
      ['Text.pdf', undefined],
    ])
  })

  it('provides the text page by page after a sync', async () => {
    files.put('Book.pdf', await samplePdf({ pages: 3, text: 'Grants' }))
    files.put('Notes.docx', 'words')
    await synced()
    expect(await pagesOf('Book.pdf')).toEqual([
      'Grants, page 1',
      'Grants, page 2',
      'Grants, page 3',
    ])
    const refused = { code: 'notFound', message: 'There is no text of “Notes.docx”.' }
    await expect(pagesOf('Notes.docx')).rejects.toMatchObject(refused)
  })

  it('marks the text as missing if it can’t be read', async () => {
    files.put('Broken.pdf', '%PDF-1.7\n1 0 obj << /Type /Catalog >>')
    files.put('Locked.pdf', await samplePdf({ userPassword: 'secret' }))
    await synced()
    const refused = { code: 'notFound' }
    await expect(pagesOf('Broken.pdf')).rejects.toMatchObject(refused)
    await expect(pagesOf('Locked.pdf')).rejects.toMatchObject(refused)
    expect((await stored()).map(({ text }) => text)).toEqual(['none', 'none'])
  })

  it('extracts the text once for equal files, keeps it through a rename and deletes it with the last file', async () => {
    // Earlier versions are kept otherwise.
    await api.close()
    const drive = folderDrive(files.folder, { settle: 20 })
    api = await testApi({ env: { KEPT_VERSIONS: '1' }, ports: { drive } })
    const paper = await samplePdf()
    files.put('One.pdf', paper)
    files.put('Two.pdf', paper)
    await synced()
    expect(await textKeys()).toHaveLength(1)
    files.put('Two.pdf', await samplePdf({ text: 'Other' }), 30)
    files.put('One.pdf', await samplePdf({ text: 'Another' }), 30)
    await synced()
    expect(await textKeys()).toHaveLength(2)
    expect(await pagesOf('Two.pdf')).toEqual(['Other, page 1'])
  })

  it('extracts the text while a long run still waits for the drive', async () => {
    await api.close()
    const drive = folderDrive(files.folder, { settle: 20 })
    const rest = Promise.withResolvers<void>()
    api = await testApi({
      ports: {
        drive: {
          ...drive,
          download: async (file) => {
            if (file.name === 'Two.pdf') await rest.promise
            return drive.download(file)
          },
        },
      },
    })
    files.put('One.pdf', await samplePdf({ text: 'One' }))
    files.put('Two.pdf', await samplePdf({ text: 'Two' }))
    await api.features.sync.start()
    await expect.poll(textKeys).toHaveLength(1)
    rest.resolve()
    await api.features.sync.idle()
    expect(await textKeys()).toHaveLength(2)
  })

  it('extracts the text at start for older papers, and for those that a killed process has left', async () => {
    files.put('One.pdf', await samplePdf({ text: 'One' }))
    files.put('Two.pdf', await samplePdf({ text: 'Two' }))
    await synced()
    const { store, blobs } = api.ports
    for (const { id, revision, updatedAt: _, text: __, ...body } of await stored()) {
      await store.update('documents', id, { ...body }, revision)
      if (body['name'] === 'One.pdf') await blobs.delete(textKey(String(body['sha256'])))
    }
    await api.features.sync.resume()
    await api.features.sync.idle()
    expect(await pagesOf('One.pdf')).toEqual(['One, page 1'])
    expect((await stored()).map(({ text }) => text)).toEqual(['made', 'made'])
  })
})

describe('a paper that was recorded as encrypted', () => {
  it('is opened at start if it only has an owner password', async () => {
    files.put('Locked.pdf', await samplePdf({ userPassword: 'secret' }))
    files.put('Owned.pdf', await samplePdf({ pages: 2, ownerPassword: 'plum' }))
    await synced()
    const { store } = api.ports
    for (const { id, revision, updatedAt: _, pages: __, fast: ___, ...body } of await stored()) {
      await store.update('documents', id, { ...body, condition: 'encrypted' }, revision)
    }
    await api.features.sync.resume()
    await api.features.sync.idle()
    expect(await api.call('member')(listDocuments)).toMatchObject([
      { name: 'Locked.pdf', condition: 'encrypted' },
      { name: 'Owned.pdf', condition: 'ready', pages: 2 },
    ])
  })
})

describe('the completion of papers', () => {
  it('includes papers that arrive during the cleanup', async () => {
    const { store, blobs } = api.ports
    const documents = createSyncedDocumentsService({ store, log: silentLog })
    await documents.ready
    const arrive = async (name: string) => {
      const sha256 = name.padStart(64, '0')
      await blobs.put(originalKey(sha256), await samplePdf({ text: name }))
      await api.putPaper(name, { sha256 })
    }
    await arrive('a')
    await arrive('b')
    let seen = ['a']
    const log = {
      ...silentLog,
      // Logged when no work was left.
      info: () => {
        seen = ['a', 'b']
        filler.start()
      },
    }
    const filler = createPaperCompletion({
      store,
      blobs,
      log,
      documents: () => documents.all().filter(({ id }) => seen.includes(id)),
      makers: [
        createTextMaker({
          blobs,
          reader: createPdfTextReader(createHeavyWork(), { by: 'sync' }),
          documents: documents.all,
          forget: async () => undefined,
        }),
      ],
    })
    filler.start()
    await filler.idle()
    expect((await stored()).map(({ text }) => text)).toEqual(['made', 'made'])
  })
})

it('makes what readers have opened first, then what is newest', async () => {
  const { store, blobs } = api.ports
  const documents = createSyncedDocumentsService({ store, log: silentLog })
  await documents.ready
  const made: string[] = []
  const completion = createPaperCompletion({
    store,
    blobs,
    log: silentLog,
    documents: documents.all,
    isRequested: documents.isRequested,
    makers: [
      {
        isMissing: ({ text }) => text === undefined,
        make: async ({ id }) => {
          made.push(id)
          if (id === 'newest') documents.request('opened')
          return { text: 'none' }
        },
      },
    ],
  })
  const years = { old: 2001, older: 2000, opened: 1999, newest: 2026, new: 2025 }
  for (const [id, year] of Object.entries(years)) {
    const [created_time, modified_time] = [
      '1990-01-01T00:00:00.000Z',
      `${year}-01-01T00:00:00.000Z`,
    ]
    await api.putPaper(id, { sha256: id.padStart(64, '0'), created_time, modified_time })
  }
  completion.start()
  await completion.idle()
  expect(made).toEqual(['newest', 'opened', 'new', 'old', 'older'])
})

it('fetches an original once there is room for it in the temporary folder', async () => {
  const { store, blobs } = api.ports
  const documents = createSyncedDocumentsService({ store, log: silentLog })
  await documents.ready
  const sha256 = '7'.repeat(64)
  const bytes = await samplePdf()
  await blobs.put(originalKey(sha256), bytes)
  await api.putPaper('paper', { sha256 })
  const turns = createTurns({ most: 10 })
  const arriving = await turns.take()
  const waiting = Promise.withResolvers<number | undefined>()
  const arrivalTurns: typeof turns = {
    ...turns,
    take(options) {
      waiting.resolve(options?.weight)
      return turns.take(options)
    },
  }
  let path: string | undefined
  const completion = createPaperCompletion({
    store,
    blobs,
    log: silentLog,
    arrivalTurns,
    documents: documents.all,
    makers: [
      {
        isMissing: ({ text }) => text === undefined,
        async make(_, original) {
          path = await original()
          return { text: 'none' }
        },
      },
    ],
  })
  completion.start()
  expect(await waiting.promise).toBe(bytes.length)
  expect(path).toBeUndefined()
  arriving()
  await completion.idle()
  expect(path).toContain('original')
  expect(existsSync(path!)).toBe(false)
  expect(turns.isIdle()).toBe(true)
})

it('makes the text first that a reader has asked for', async () => {
  for (const [id, year] of Object.entries({ new: 2026, old: 1999 })) {
    const sha256 = id.padStart(64, '0')
    await api.ports.blobs.put(originalKey(sha256), await samplePdf({ text: id }))
    const [created_time, modified_time] = [
      '1990-01-01T00:00:00.000Z',
      `${year}-01-01T00:00:00.000Z`,
    ]
    await api.putPaper(id, { sha256, created_time, modified_time })
  }
  const asked = api.call('member')(getDocumentText, { params: { id: 'old' } })
  await expect(asked).rejects.toMatchObject({ code: 'notFound' })
  await api.features.sync.resume()
  await api.features.sync.idle()
  // Each document is updated as soon as it is complete.
  const made = (await stored()).toSorted((a, b) => a.updatedAt.localeCompare(b.updatedAt))
  expect(made.map(({ id, text }) => [id, text])).toEqual([
    ['old', 'made'],
    ['new', 'made'],
  ])
})

it('remembers which papers readers open before they are complete', async () => {
  const { store } = api.ports
  const documents = createSyncedDocumentsService({ store, log: silentLog })
  await documents.ready
  for (let n = 0; n < 150; n += 1) documents.request(`paper-${n}`)
  expect([documents.isRequested('paper-0'), documents.isRequested('paper-149')]).toEqual([
    false,
    true,
  ])
})

describe('the text reader', () => {
  const started = () => {
    const heavyWork = createHeavyWork()
    onTestFinished(heavyWork.stop)
    return heavyWork
  }
  const reading = (limits: Partial<typeof textWorker> = {}, heavyWork = started()) =>
    createPdfTextReader(heavyWork, { by: 'sync' }, { ...textWorker, ...limits })

  it('gives up on a paper that takes too long, and continues with the next', async () => {
    const path = join(files.root, 'paper.pdf')
    await writeFile(path, await samplePdf())
    const heavyWork = started()
    const silent = new URL('data:text/javascript,setInterval(() => {}, 60_000)')
    expect(await reading({ script: silent, timeout: 0 }, heavyWork).read(path)).toEqual({})
    expect((await reading({}, heavyWork).read(path)).json).toBeDefined()
  })

  it('reads a font of Japan that the file doesn’t include', async () => {
    const path = join(files.root, 'japanese.pdf')
    await writeFile(path, await withJapaneseFont('<979d8e9689ef82cc975c8e5a>'))
    expect(Buffer.from((await reading().read(path)).json!).toString()).toBe('["理事会の予算"]')
  })

  it('reads a right-to-left line whose words are written from left to right', async () => {
    const path = join(files.root, 'arabic.pdf')
    await writeFile(path, await withWordsAsTheyLook(['ﺍﻟﻨﻈﺎﻡ', 'ﻣﺠﻠﺲ', 'ﻳﻮﺍﻓﻖ']))
    const [page] = JSON.parse(Buffer.from((await reading().read(path)).json!).toString())
    expect(page).toBe('يوافق مجلس النظام')
  })

  it('gives up on a paper that takes too much memory, even if the file is small', async () => {
    const path = join(files.root, 'bomb.pdf')
    await writeFile(path, await blownUp(1_500_000_000))
    const reader = reading({ memoryMb: 200 })
    expect(await reader.read(path)).toEqual({})
    await writeFile(path, await samplePdf({ text: 'After it' }))
    expect(Buffer.from((await reader.read(path)).json!).toString()).toBe('["After it, page 1"]')
  })
})

/** A page that shows a text in Shift-JIS by a font that every reader must know by its name. */
async function withJapaneseFont(hex: string): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const { context } = document
  const page = document.addPage()
  const system = {
    Registry: PDFString.of('Adobe'),
    Ordering: PDFString.of('Japan1'),
    Supplement: 2,
  }
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType0',
    BaseFont: 'HeiseiMin-W3',
    CIDSystemInfo: system,
  })
  const font = context.obj({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: 'HeiseiMin-W3-90ms-RKSJ-H',
    Encoding: '90ms-RKSJ-H',
    DescendantFonts: [context.register(descendant)],
  })
  page.node.set(PDFName.of('Resources'), context.obj({ Font: { F1: context.register(font) } }))
  const content = context.register(context.stream(`BT /F1 20 Tf 50 700 Td ${hex} Tj ET`))
  page.node.set(PDFName.of('Contents'), content)
  return document.save()
}

/** A page with words next to each other, each of whose letters is written from left to right too. */
async function withWordsAsTheyLook(words: string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const { context } = document
  const page = document.addPage()
  const letters = [...new Set(words.join(''))]
  const codeOf = (letter: string) => (0x41 + letters.indexOf(letter)).toString(16)
  const unicodeOf = (letter: string) => letter.codePointAt(0)!.toString(16).padStart(4, '0')
  const map = letters.map((letter) => `<${codeOf(letter)}> <${unicodeOf(letter)}>`)
  const toUnicode = `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${map.length} beginbfchar ${map.join(' ')} endbfchar endcmap`
  const font = context.obj({
    Type: 'Font',
    Subtype: 'Type1',
    BaseFont: 'Helvetica',
    ToUnicode: context.register(context.stream(toUnicode)),
  })
  page.node.set(PDFName.of('Resources'), context.obj({ Font: { F1: context.register(font) } }))
  const texts = words.map((word, at) => {
    const codes = Array.from(word).toReversed().map(codeOf).join('')
    return `BT /F1 10 Tf 1 0 0 1 ${50 + 100 * at} 700 Tm <${codes}> Tj ET`
  })
  const content = context.register(context.stream(texts.join(' ')))
  page.node.set(PDFName.of('Contents'), content)
  return document.save()
}

/** A PDF of a few kilobytes whose page content expands to this many bytes of nothing. */
function blownUp(size: number): Promise<Uint8Array> {
  // A run of 128 equal bytes is two bytes long (PDF 32000-1, 7.4.5).
  const runs = Buffer.alloc((size / 128) * 2, Buffer.from([129, 0x20]))
  return pdfWithContent(deflateSync(runs), ['FlateDecode', 'RunLengthDecode'])
}
