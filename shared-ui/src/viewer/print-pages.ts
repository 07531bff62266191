import type { PDFDocumentProxy } from 'pdfjs-dist'
import styles from './print-pages.module.css'

/** Maximum number of pages per print; more would exhaust an iPad's memory. */
export const printLimit = 100

/** Dots per inch: sharp text, and a page of at most 2.1 million pixels. */
const resolution = 150
const maxPixels = 8_000_000

type PrintOptions = {
  pdf: PDFDocumentProxy
  from: number
  to: number
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** Renders the pages for printing, visible to the printer only, and opens the browser's print dialog. */
export async function printPages({ pdf, from, to, signal, onProgress }: PrintOptions) {
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
      onProgress(number - from, to - from + 1)
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
    // In Safari, `print` returns before the dialog opens.
    globalThis.addEventListener('afterprint', clear, { once: true })
    globalThis.print()
  } catch (error) {
    clear()
    throw error
  }
}

type Sheet = { image: Blob; wide: boolean; width: number; height: number }

async function drawSheet(
  pdf: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
): Promise<Sheet> {
  const page = await pdf.getPage(number)
  const points = page.getViewport({ scale: 1 })
  const wanted = resolution / 72
  const largest = Math.sqrt(maxPixels / (points.width * points.height))
  const viewport = page.getViewport({ scale: Math.min(wanted, largest) })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  await page.render({ canvas, viewport, intent: 'print' }).promise
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  page.cleanup()
  if (!image) throw new Error(`Page ${number} could not be drawn for printing`)
  const { width, height } = points
  return { image, width, height, wide: width > height }
}

async function imageOf(address: string, wide: boolean): Promise<HTMLElement> {
  const sheet = document.createElement('div')
  sheet.className = wide ? styles.wide! : styles.tall!
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
    @page wide { margin: 0; size: ${long}pt ${short}pt; }`
}
