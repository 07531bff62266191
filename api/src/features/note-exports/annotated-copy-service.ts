import { readFileSync } from 'node:fs'
import { EncryptedPDFError, PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { getDocumentProxy } from 'unpdf'
import { annotatePaper } from './annotate-paper.ts'
import type { CharacterWidth, PageText } from './line-boxes.ts'
import type { Annotated, PaperToAnnotate } from './note-exporter.ts'
import { paperMarks } from './paper-marks.ts'

/** Makes a copy of a paper with a person's notes as annotations. Run it in a worker: an odd PDF can take long. */
export async function annotatedCopy({
  path,
  version,
  notes,
  author,
}: PaperToAnnotate): Promise<Annotated> {
  try {
    const marked = notes.flatMap(({ place }) => place?.ranges.map(({ page }) => page) ?? [])
    const pages = await textsOf(path, new Set(marked))
    const marks = paperMarks({ version, notes, pages, widthOf: await usualWidths() })
    // Copied, because its memory is transferred to the main thread.
    return { bytes: new Uint8Array(await annotatePaper(readFileSync(path), marks, author)) }
  } catch (error) {
    return { refused: isProtected(error) ? 'encrypted' : 'broken' }
  }
}

/** The first error is from pdf.js, and unpdf doesn't export its class. */
function isProtected(error: unknown): boolean {
  const isByName = error instanceof Error && error.name === 'PasswordException'
  return isByName || error instanceof EncryptedPDFError
}

/** The text of these pages with its geometry, as read by `pdf-text-worker.ts`. Unreadable pages are missing. */
async function textsOf(
  path: string,
  numbers: ReadonlySet<number>,
): Promise<ReadonlyMap<number, PageText>> {
  const texts = new Map<number, PageText>()
  if (numbers.size === 0) return texts
  const document = await getDocumentProxy(new Uint8Array(readFileSync(path)), { verbosity: 0 })
  for (const number of numbers) {
    try {
      const page = await document.getPage(number)
      const { items, styles } = await page.getTextContent()
      page.cleanup()
      const text = items.flatMap((item) => ('str' in item ? [item] : []))
      texts.set(number, { items: text, fonts: styles })
    } catch {
      // The note is attached to the whole page.
    }
  }
  await document.loadingTask.destroy()
  return texts
}

/** Character widths from Helvetica; letters of other scripts count as wide as its digits. */
async function usualWidths(): Promise<CharacterWidth> {
  const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica)
  const known = new Map<string, number>()
  const measured = (character: string) => {
    try {
      return font.widthOfTextAtSize(character, 1)
    } catch {
      return 0.556
    }
  }
  return (character) => {
    const width = known.get(character) ?? measured(character)
    known.set(character, width)
    return width
  }
}
