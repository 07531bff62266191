import { type NoteColor, noteMarkColors } from '@portal/domain/mark-colors'
import { inkStrokes, type NoteMark, picturedPart } from '@portal/domain/note-picture'
import type { PageRectangle } from '@portal/domain/note-subject'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { loadPdfjs } from '../pdfjs.ts'
import { openSource } from '../range-source.ts'
import { openPdf } from '../use-reading.ts'
import { type DocumentFile, fileUrl, sourceUrls } from '../viewer-document.ts'

/** A note as its picture shows it: part of its page, with the mark on it. */
export type PicturedNote = {
  /** Undefined if the paper is gone: then ink is drawn on an empty sheet. */
  file: DocumentFile | undefined
  /** From 1. */
  page: number
  color: NoteColor
  mark: NoteMark
}

/** In px of the canvas. */
const largest = { width: 640, height: 480 }
/** The most that a page is enlarged, in px per point. */
const sharpest = 3
/** How long a picture may take, with the paper that it is from, in ms. */
const deadline = 20_000
/** How long a paper stays open for its next picture, in ms. */
const idleTime = 5_000

const letter = { width: 612, height: 792 }

let turn: Promise<void> | undefined

/** Draws one picture at a time. Rejects if nothing can be shown of it. */
export async function drawNote(
  canvas: HTMLCanvasElement,
  note: PicturedNote,
  signal: AbortSignal,
): Promise<void> {
  const before = turn
  const done = Promise.withResolvers<void>()
  turn = done.promise
  await before
  clearTimeout(idle)
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    closePaper()
    late.reject(new Error('The picture took too long.'))
  }, deadline)
  try {
    signal.throwIfAborted()
    await Promise.race([draw(canvas, note, signal), late.promise])
  } finally {
    clearTimeout(timer)
    idle = setTimeout(closePaper, idleTime)
    done.resolve()
  }
}

async function draw(
  canvas: HTMLCanvasElement,
  { file, page: number, color, mark }: PicturedNote,
  signal: AbortSignal,
): Promise<void> {
  const page = file && (await pageOf(file, number).catch(() => undefined))
  signal.throwIfAborted()
  if (!page && !mark.ink) throw new Error('The page can’t be drawn.')
  const part = picturedPart(mark)
  const { width, height } = page?.getViewport({ scale: 1 }) ?? letter
  const scale = Math.min(
    largest.width / (part.width * width),
    largest.height / (part.height * height),
    sharpest,
  )
  const sheet = { width: width * scale, height: height * scale }
  canvas.width = Math.round(part.width * sheet.width)
  canvas.height = Math.round(part.height * sheet.height)
  const context = canvas.getContext('2d', { alpha: false })!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const [offsetX, offsetY] = [-part.x * sheet.width, -part.y * sheet.height]
  if (page) {
    await page.render({ canvas, viewport: page.getViewport({ scale, offsetX, offsetY }) }).promise
    page.cleanup()
  }
  context.setTransform(1, 0, 0, 1, offsetX, offsetY)
  drawMark(context, color, mark, sheet)
}

function drawMark(
  context: CanvasRenderingContext2D,
  color: NoteColor,
  { rectangle, ink = [] }: NoteMark,
  sheet: { width: number; height: number },
): void {
  const inPixels = ({ x, y, width, height }: PageRectangle) =>
    [x * sheet.width, y * sheet.height, width * sheet.width, height * sheet.height] as const
  if (rectangle) {
    const { wash, line } = noteMarkColors[color]
    context.globalCompositeOperation = 'multiply'
    context.fillStyle = wash
    context.fillRect(...inPixels(rectangle))
    context.globalCompositeOperation = 'source-over'
    context.strokeStyle = line
    context.lineWidth = 2
    context.strokeRect(...inPixels(rectangle))
  }
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const { color: stroke, width } of inkStrokes(color)) {
    context.strokeStyle = stroke
    context.lineWidth = width
    for (const line of ink) {
      context.beginPath()
      // A dot is a line to where it starts.
      for (const { x, y } of [line[0]!, ...line]) context.lineTo(x * sheet.width, y * sheet.height)
      context.stroke()
    }
  }
}

/** The paper of the last picture: the notes of a paper are drawn one after another. */
type OpenPaper = { address: string; pdf: Promise<PDFDocumentProxy>; close: () => void }
let opened: OpenPaper | undefined
let idle: ReturnType<typeof setTimeout> | undefined

function closePaper(): void {
  opened?.close()
  opened = undefined
}

async function pageOf(file: DocumentFile, number: number): Promise<PDFPageProxy> {
  const address = fileUrl(file)
  if (opened?.address !== address) {
    closePaper()
    opened = openPaper(file, address)
  }
  return (await opened.pdf).getPage(number)
}

function openPaper(file: DocumentFile, address: string): OpenPaper {
  const closing = new AbortController()
  const { signal } = closing
  const close = () => closing.abort()
  const open = async () => {
    const [source, pdfjs] = await Promise.all([
      openSource(sourceUrls(file), { signal }),
      loadPdfjs(),
    ])
    // A paper that needs a password, or whose pages don't arrive, has no pictures here.
    return openPdf({ pdfjs, source, signal, askPassword: close, onTrouble: close })
  }
  const pdf = open()
  // It is reported to who waits for a page.
  pdf.catch(() => undefined)
  return { address, pdf, close }
}
