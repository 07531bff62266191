import { createRequire } from 'node:module'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPdf } from './use-reading.ts'
import { createReading } from './pdf-reading.ts'
import type { Pdfjs } from './pdfjs.ts'
import type { RangeSource } from './range-source.ts'
import { untilAborted } from './until-aborted.ts'

const worker = createRequire(import.meta.url).resolve('pdfjs-dist/legacy/build/pdf.worker.min.mjs')

/** A PDF with two empty pages. */
const paper = pdfOf([
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>',
])

function pdfOf(objects: string[]): Uint8Array {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj${object}endobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`
  return new TextEncoder().encode(text + table + trailer)
}

const unheard: unknown[] = []
const hear = (reason: unknown) => void unheard.push(reason)

beforeEach(() => {
  unheard.length = 0
  process.on('unhandledRejection', hear)
})
afterEach(() => {
  process.off('unhandledRejection', hear)
  document.body.replaceChildren()
})

/** Starts to show a document; `leave` simulates navigating away. */
async function showPaper() {
  const { library, components: own } = await import('./pdfjs-older.ts')
  library.GlobalWorkerOptions.workerSrc = worker
  const viewers: { maxCanvasPixels?: number | undefined }[] = []
  class PDFViewer extends own.PDFViewer {
    constructor(options: ConstructorParameters<typeof own.PDFViewer>[0]) {
      super(options)
      viewers.push(this)
    }
  }
  const components = { ...own, PDFViewer }
  const pdfjs = { library, components, worker: library.PDFWorker.create({}) } as Pdfjs
  const controller = new AbortController()
  const { signal } = controller
  const source: RangeSource = {
    length: paper.length,
    pieceSize: 65_536,
    whole: paper.slice(),
    read: async (begin, end) => paper.slice(begin, end),
    readRest: () => {},
  }
  const ignore = () => {}
  const pdf = await openPdf({ pdfjs, source, signal, askPassword: ignore, onTrouble: ignore })
  const container = document.createElement('div')
  container.style.position = 'absolute'
  container.append(Object.assign(document.createElement('div'), { className: 'pdfViewer' }))
  document.body.append(container)
  createReading({
    pdfjs,
    document: pdf,
    container,
    signal,
    place: undefined,
    onPlace: ignore,
    onDrawn: ignore,
  })
  const leave = async () => {
    controller.abort()
    // A repeated call resolves once all pending work has ended.
    await pdf.loadingTask.destroy()
    await new Promise((resolve) => setTimeout(resolve))
    container.remove()
  }
  return { container, leave, viewer: viewers[0] }
}

it('leaves no unhandled error when a document is closed before its first page is known', async () => {
  const { leave } = await showPaper()
  await leave()
  expect(unheard).toEqual([])
})

it('leaves no unhandled error when a document is closed while its pages appear', async () => {
  const { container, leave } = await showPaper()
  await expect.poll(() => container.querySelectorAll('.page'), { interval: 1 }).toHaveLength(2)
  await leave()
  expect(unheard).toEqual([])
})

describe('a promise of the document', () => {
  const fakeWorker = { ask: (answer: Promise<string>) => answer }
  const refusal = Object.assign(new Error('Worker was terminated.'), { name: 'AbortException' })

  it('never rejects after the document was closed', async () => {
    const controller = new AbortController()
    const { promise, reject } = Promise.withResolvers<string>()
    // pdf.js's viewer makes such a call when it reads the document's metadata.
    void untilAborted(fakeWorker, controller.signal).ask(promise).then(String)
    controller.abort()
    reject(refusal)
    await new Promise((resolve) => setTimeout(resolve))
    expect(unheard).toEqual([])
  })

  it('passes a request on unchanged before that', async () => {
    const shown = untilAborted(fakeWorker, new AbortController().signal)
    await expect(shown.ask(Promise.resolve('a paper'))).resolves.toBe('a paper')
    await expect(shown.ask(Promise.reject(refusal))).rejects.toBe(refusal)
  })
})

it('draws no page on a larger canvas than an iPad allows', async () => {
  const { viewer, leave } = await showPaper()
  expect(viewer?.maxCanvasPixels).toBe(16_777_216)
  await leave()
})
