import { readFileSync } from 'node:fs'
import { EncryptedPDFError, PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { getDocumentProxy } from 'unpdf'
import { annotatePaper } from './annotate-paper.ts'
import type { CharacterWidth, PageText } from './line-boxes.ts'
import type { Annotated, PaperToAnnotate } from './note-exporter.ts'
import { paperMarks } from './paper-marks.ts'

/** A copy of a paper with a person's notes as annotations. For worker threads: it takes as long as the PDF is odd. */
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
    // A copy of its own, because its memory is handed over to the main thread.
    return { bytes: new Uint8Array(await annotatePaper(readFileSync(path), marks, author)) }
  } catch (error) {
    return { refused: isProtected(error) ? 'encrypted' : 'broken' }
  }
}

/** The first is pdf.js's, which isn't an export of unpdf. */
function isProtected(error: unknown): boolean {
  const isByName = error instanceof Error && error.name === 'PasswordException'
  return isByName || error instanceof EncryptedPDFError
}

/** The text of these pages with its geometry, as `pdf-text-worker.ts` reads it. An unreadable page has none. */
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
      // The note is put on the page as a whole.
    }
  }
  await document.loadingTask.destroy()
  return texts
}

/** By Helvetica; other scripts' letters count as wide as its digits. */
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
