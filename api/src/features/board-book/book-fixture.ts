import { createHash } from 'node:crypto'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import {
  type BoardBookState,
  getBoardBook,
  getBoardBookFile,
  makeBoardBook,
} from '@portal/contract/board-books'
import { pathOf } from '@portal/domain/path-of'
import { mappingId } from '@portal/domain/ids'
import type { MaterialType } from '@portal/domain/slot-names'
import { getDocument } from 'unpdf/pdfjs'
import type { StoredDocument } from '../documents/stored-document.ts'
import { originalKey, textKey } from '../documents/synced-documents-service.ts'
import { samplePdf } from '../sync/sync-fixtures.ts'
import type { TestApi, TestPersonName } from '../../testing/test-api.ts'

export const quarter = { year: 2026, quarter: 4 }

const drawn = new Map<string, ReturnType<typeof samplePdf>>()

/** The same bytes for the same paper, since most tests store the same ones. */
function drawnOnce(options: Parameters<typeof samplePdf>[0]): ReturnType<typeof samplePdf> {
  const key = JSON.stringify(options)
  const paper = drawn.get(key) ?? samplePdf(options)
  drawn.set(key, paper)
  return paper
}

type PaperSketch = { words?: string; password?: string } & Partial<StoredDocument>

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Stores bytes, with a text of one line per page. */
async function keepBytes(api: TestApi, bytes: Uint8Array, text?: string[]): Promise<string> {
  const sha256 = sha256Of(bytes)
  await api.ports.blobs.put(originalKey(sha256), bytes)
  if (text) await api.ports.blobs.put(textKey(sha256), Buffer.from(JSON.stringify(text)))
  return sha256
}

/** A paper whose pages have its name and their number: `Budget, page 1`. */
export async function keepPaper(
  api: TestApi,
  id: string,
  { words = id, pages = 2, password, ...other }: PaperSketch = {},
): Promise<void> {
  const text = Array.from({ length: pages }, (_, index) => `${words}, page ${index + 1}`)
  const lock = password === undefined ? {} : { userPassword: password }
  const sha256 = await keepBytes(api, await drawnOnce({ pages, text: words, ...lock }), text)
  await api.putPaper(id, { sha256, name: `${id}.pdf`, pages, text: 'made', ...other })
}

/** Replaces a paper by a new version. */
export async function replacePaper(
  api: TestApi,
  id: string,
  { words, pages, version = 2 }: { words: string[]; pages?: Uint8Array; version?: number },
): Promise<void> {
  const sha256 = await keepBytes(api, pages ?? (await pdfOf(words)), words)
  const stored = (await api.ports.store.get('documents', id))!
  const { revision, id: _, updatedAt: _1, ...body } = stored
  const earlier = { ...body, id } as unknown as StoredDocument
  await api.putVersion(id, version - 1, earlier)
  const next = { ...body, version, sha256, pages: words.length, text: 'made' }
  await api.ports.store.update('documents', id, next, revision)
}

/** One page for each of the texts. */
async function pdfOf(texts: string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const text of texts) document.addPage().drawText(text, { x: 72, y: 500, size: 14, font })
  return document.save()
}

export async function mapPaper(
  api: TestApi,
  materialType: MaterialType,
  mapping: Record<string, unknown>,
): Promise<void> {
  const id = mappingId({ kind: 'meeting', ...quarter, materialType })
  await api.ports.store.create('resource_mappings', id, { active: true, ...mapping })
}

const welcome = { id: 'welcome', title: 'Welcome', duration: 10, type: 'discussion' }

/** Stores a published agenda whose second item refers to the budget's second page. */
export async function keepAgenda(api: TestApi, other: Record<string, unknown> = {}): Promise<void> {
  await mapPaper(api, 'agenda', { mode: 'native' })
  await api.ports.store.create('agendas', '2026-Q4', {
    title: 'Winter meeting',
    status: 'published',
    date: '2026-12-10',
    time: '09:00',
    endTime: '12:00',
    location: 'The library',
    items: [
      welcome,
      {
        id: 'finance',
        title: 'Finance',
        duration: 20,
        type: 'discussion',
        speaker: 'Wei Chen',
        papers: [{ materialType: 'budget-update', pages: '2' }],
      },
    ],
    ...other,
  })
}

/** Stores an agenda, the budget for its second item, and a paper that no item refers to. */
export async function keepQuarter(api: TestApi): Promise<void> {
  await keepPaper(api, 'Budget')
  await keepPaper(api, 'Minutes')
  await mapPaper(api, 'consent-agenda', { documentId: 'Minutes', title: 'Minutes of Q3' })
  await mapPaper(api, 'budget-update', { documentId: 'Budget' })
  await keepAgenda(api)
}

type Options = { notes?: boolean; changes?: boolean }

export function bookCalls(api: TestApi, as: TestPersonName = 'member') {
  const get = ({ notes = false, changes = false }: Options = {}): Promise<BoardBookState> =>
    api.call(as)(getBoardBook, {
      params: quarter,
      query: { notes: notes ? 'true' : 'false', changes: changes ? 'true' : 'false' },
    })
  const file = async (id: string, headers: Record<string, string> = {}) => {
    const token = await api.tokenOf(as)
    const path = pathOf(getBoardBookFile.path, { ...quarter, id })
    return api.request(path, { headers: { authorization: `Bearer ${token}`, ...headers } })
  }
  return {
    get,
    ask: (body: Options = {}) => api.call(as)(makeBoardBook, { params: quarter, body }),
    /** Requests a book and waits until it is made. */
    async made(options: Options = {}) {
      await api.call(as)(makeBoardBook, { params: quarter, body: options })
      await api.features.boardBooks.idle()
      return get(options)
    },
    file,
    async opened(id: string) {
      return openedBook(new Uint8Array(await (await file(id)).arrayBuffer()))
    },
  }
}

export async function openedBook(bytes: Uint8Array) {
  const document = await getDocument({ data: bytes, verbosity: 0 }).promise
  const page = (number: number) => document.getPage(number)
  return {
    pages: document.numPages,
    annotations: async (number: number) => (await page(number)).getAnnotations(),
    text: async (number: number) => {
      const { items } = await (await page(number)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join(' ')
    },
  }
}

export async function bookKeys(api: TestApi): Promise<string[]> {
  const keys: string[] = []
  for await (const key of api.ports.blobs.keys('books/')) keys.push(key)
  return keys
}
