import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { isWebKit } from './browser-print.ts'
import styles from './print-pages.module.css'

/** Dots per inch: sharp text, and a page of at most 2.1 million pixels. */
const resolution = 150
const maxPixels = 8_000_000

/** How many pages are one print job; more would exhaust a tablet's memory. */
const batch = { tablet: 100, computer: 500 }

/** A sheet is this much lower than its page, so that rounding never makes it continue on another one. */
const slack = 0.998

/** The height of US Letter in widths, the lowest of the usual papers, with some slack. */
const lowestPaper = 1.29

type PrintOptions = {
  pdf: PDFDocumentProxy
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/**
 * Renders all pages, visible to the printer only, and opens the browser's print dialog: once, or for each batch of a very
 * long document.
 */
export async function printPages({ pdf, signal, onProgress }: PrintOptions): Promise<void> {
  const total = pdf.numPages
  const size = navigator.maxTouchPoints > 1 ? batch.tablet : batch.computer
  for (let from = 1; from <= total; from += size) {
    const to = Math.min(total, from + size - 1)
    const job = { pdf, signal, from, to, onProgress: (done: number) => onProgress(done, total) }
    const { closed } = await printBatch(job)
    if (to === total) return
    onProgress(to, total)
    await closed
  }
}

type Batch = {
  pdf: PDFDocumentProxy
  signal: AbortSignal
  from: number
  to: number
  onProgress: (done: number) => void
}

/** Resolves when the print dialog was requested, with a promise of the moment when it was closed. */
async function printBatch({ pdf, signal, from, to, onProgress }: Batch) {
  const sheets = document.createElement('div')
  sheets.className = styles.sheets!
  sheets.setAttribute('aria-hidden', 'true')
  const addresses: string[] = []
  const format = new CSSStyleSheet()
  const clear = () => {
    sheets.remove()
    document.documentElement.classList.remove(styles.printing!)
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== format)
    for (const address of addresses) URL.revokeObjectURL(address)
  }
  try {
    const canvas = document.createElement('canvas')
    for (let number = from; number <= to; number += 1) {
      onProgress(number - 1)
      const sheet = await drawSheet(pdf, number, canvas)
      signal.throwIfAborted()
      const address = URL.createObjectURL(sheet.image)
      addresses.push(address)
      sheets.append(await imageOf(address, sheet.wide))
      if (number === from) format.replaceSync(pageRules(sheet))
    }
    canvas.width = 0
    signal.throwIfAborted()
    document.body.append(sheets)
    document.documentElement.classList.add(styles.printing!)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, format]
    const closed = dialogClosed().then(clear)
    globalThis.print()
    return { closed }
  } catch (error) {
    clear()
    throw error
  }
}

/** How soon after `print` a dialog can be closed, in ms. */
const soonest = 1000

/**
 * Resolves when the print dialog is closed. WebKit may report that when it opens, before it reads the sheets: then it is
 * closed when the reader uses the page again.
 */
function dialogClosed(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const began = performance.now()
  const onEnd = () => {
    if (performance.now() - began > soonest) return resolve()
    for (const use of ['pointerdown', 'keydown', 'focus']) {
      globalThis.addEventListener(use, () => resolve(), { once: true })
    }
  }
  globalThis.addEventListener('afterprint', onEnd, { once: true })
  return promise
}

type Sheet = { image: Blob; wide: boolean; width: number; height: number }

async function drawSheet(
  pdf: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
): Promise<Sheet> {
  const page = await pdf.getPage(number)
  const { rotation, ...points } = placeOnPaper(page)
  const wanted = resolution / 72
  const largest = Math.sqrt(maxPixels / (points.width * points.height))
  const viewport = page.getViewport({ scale: Math.min(wanted, largest), rotation })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  await page.render({ canvas, viewport, intent: 'print' }).promise
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  page.cleanup()
  if (!image) throw new Error(`Page ${number} could not be drawn for printing`)
  return { image, ...points, wide: points.width > points.height }
}

/** The page as it is on the paper: where the paper can't be chosen, a wide page is rotated. */
function placeOnPaper(page: PDFPageProxy) {
  const { width, height, rotation } = page.getViewport({ scale: 1 })
  return choosesPaper() || width <= height
    ? { width, height, rotation }
    : { width: height, height: width, rotation: (rotation + 90) % 360 }
}

/** Whether `@page` decides the size of the paper. WebKit prints on the paper that the reader chooses. */
function choosesPaper(): boolean {
  return !isWebKit(navigator.userAgent)
}

async function imageOf(address: string, wide: boolean): Promise<HTMLElement> {
  const sheet = document.createElement('div')
  const shape = wide ? styles.wide! : styles.tall!
  sheet.className = choosesPaper() ? shape : styles.fitted!
  const image = document.createElement('img')
  image.src = address
  image.alt = ''
  sheet.append(image)
  await image.decode()
  return sheet
}

/** Uses the first page's size; sheets with the other orientation rotate the paper, not the content. */
function pageRules({ width, height }: Sheet): string {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return `
    @page { margin: 0; size: ${width}pt ${height}pt; }
    @page tall { margin: 0; size: ${short}pt ${long}pt; }
    @page wide { margin: 0; size: ${long}pt ${short}pt; }
    .${styles.sheets} {
      --short: ${short}pt;
      --long: ${long}pt;
      --slack: ${slack};
      --ratio: 1 / ${Math.min(slack * (long / short), lowestPaper)};
    }`
}
