import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getDocumentProxy } from 'unpdf'
import { inReadingOrder } from '@portal/domain/reading-order'
import { hasRightToLeft } from '@portal/domain/shown-text'
import { answerJobs } from '../../platform/background/answer-jobs.ts'
import type { PdfText } from './pdf-text.ts'

/** Maximum file size in bytes; larger files hold little text and would exhaust the memory. */
const maxBytes = 512 * 1024 * 1024

/** Maximum total text in UTF-16 units; a thousand dense pages have five million. */
const maxText = 20_000_000

/** pdf.js's own character maps, without which Chinese, Japanese and Korean papers have no text, and its fonts. */
const pdfjsFiles = (folder: string) =>
  fileURLToPath(new URL(`${folder}/`, import.meta.resolve('pdfjs-dist/package.json')))
const resources = {
  cMapUrl: pdfjsFiles('cmaps'),
  standardFontDataUrl: pdfjsFiles('standard_fonts'),
}

type Opened = Awaited<ReturnType<typeof getDocumentProxy>>

answerJobs(
  (path: string): Promise<PdfText> =>
    textOf(path).catch(
      // Encrypted, or too damaged for pdf.js to find its pages.
      () => ({}),
    ),
  ({ json }) => (json ? [json.buffer as ArrayBuffer] : []),
)

async function textOf(path: string): Promise<PdfText> {
  if (statSync(path).size > maxBytes) throw new RangeError('The file is too large.')
  const { buffer, byteOffset, byteLength } = readFileSync(path)
  // The same memory: pdf.js refuses Node's own type.
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  const document = await getDocumentProxy(bytes, { ...resources, cMapPacked: true, verbosity: 0 })
  const condition = await elsewhere(document, path)
  const count = condition ? 0 : document.numPages
  const pages: string[] = []
  let left = maxText
  for (let number = 1; number <= count; number += 1) {
    const text = left > 0 ? (await pageText(document, number)).slice(0, left) : ''
    left -= text.length
    pages.push(text)
  }
  await document.loadingTask.destroy()
  if (condition) return { condition }
  return { json: new TextEncoder().encode(JSON.stringify(pages)) }
}

/** Papers of earlier releases weren't asked when they arrived. pdf.js only knows what the file has. */
async function elsewhere(document: Opened, path: string): Promise<PdfText['condition']> {
  const known = await document.getMetadata().catch(() => undefined)
  const info = (known?.info ?? {}) as Record<string, unknown>
  if (info['IsXFAPresent'] !== true && info['IsCollectionPresent'] !== true) return undefined
  const { openPdf, shownElsewhere } = await import('../../platform/pdf/open-pdf.ts')
  return openPdf(readFileSync(path)).then(shownElsewhere, () => undefined)
}

/** Letters of Arabic by their place in a word, by which fonts have them. */
const arabicForms = /[\ufb50-\ufdff\ufe70-\ufefc]/g

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** As the text layer of the viewer has them. */
async function markedItems(page: Page) {
  return (await page.getTextContent({ includeMarkedContent: true })).items
}

/** Returns an empty string for an unreadable page, so that the others keep their text. */
async function pageText(document: Opened, number: number): Promise<string> {
  try {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const isInOrder = !items.some((item) => 'str' in item && hasRightToLeft(item.str))
    const ordered = isInOrder ? items : inReadingOrder(await markedItems(page))
    page.cleanup()
    return ordered
      .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
      .join('')
      .replaceAll(arabicForms, (letter) => letter.normalize('NFKC'))
      .trim()
  } catch {
    return ''
  }
}
