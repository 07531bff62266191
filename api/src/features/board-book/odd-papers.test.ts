import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, PDFHexString, PDFName, PDFStream } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHeavyWork } from '../../platform/background/heavy-work.ts'
import { createPageRenderer } from '../sync/first-page.ts'
import type { Bitmap } from '../sync/picture-difference.ts'
import type { BookPaper, MadeBook } from './book.ts'
import { makeBook } from './book-pdf.ts'
import { bookInput } from './made-book-fixture.ts'
import { payload, readablePapers, unreadablePapers } from './odd-papers-fixture.ts'
import { annotationsOf } from './page-annotations.ts'

type Named = { name: string; path: string }

const folder = mkdtempSync(join(tmpdir(), 'odd-papers-'))
const file = join(folder, 'book.pdf')
let readable: Named[]
/** Those whose pages are rendered and compared: each of them in `test --long`, otherwise one of sixteen. */
let rendered: Named[]
let unreadable: Named[]
let made: MadeBook

beforeAll(async () => {
  mkdirSync(join(folder, 'papers'))
  const keep = ({ name, bytes }: { name: string; bytes: Uint8Array }, index: number) => {
    const path = join(folder, 'papers', `${index}.pdf`)
    writeFileSync(path, bytes)
    return { name, path }
  }
  readable = (await readablePapers()).map(keep)
  rendered = readable.filter((_, index) => process.env['TEST_LONG'] || index % 16 === 0)
  unreadable = (await unreadablePapers()).map((paper, index) =>
    keep(paper, readable.length + index),
  )
  const papers = [...readable, ...unreadable].map(({ name, path }): BookPaper => ({
    name,
    content: { path, sha256: '' },
  }))
  const parts: Uint8Array[] = []
  made = await makeBook(bookInput(papers), (part) => parts.push(Buffer.from(part)))
  writeFileSync(file, Buffer.concat(parts))
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isInstalled = (...programs: string[]) =>
  programs.every((program) => spawnSync(program, ['--version']).error === undefined)

it('copies every readable paper, and adds a placeholder for each unreadable one', () => {
  expect(readable.length + unreadable.length).toBeGreaterThanOrEqual(120)
  const placeholders = made.papers.flatMap(({ reason }, index) =>
    reason === undefined ? [] : [[...readable, ...unreadable][index]!.name],
  )
  expect(placeholders).toEqual(unreadable.map(({ name }) => name))
})

it('makes a PDF that qpdf accepts without errors', ({ skip }) => {
  if (!isInstalled('qpdf')) return skip('qpdf isn’t installed, Debian’s qpdf has it')
  const { status, stdout, stderr } = spawnSync('qpdf', ['--check', file], { encoding: 'utf8' })
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' })
})

it('makes a PDF in which poppler finds all pages and their words', ({ skip }) => {
  if (!isInstalled('pdfinfo', 'pdftotext'))
    return skip('poppler isn’t installed, Debian’s poppler-utils has it')
  const info = execFileSync('pdfinfo', [file], { encoding: 'utf8', stdio: 'pipe' })
  expect(info).toMatch(new RegExp(`^Pages: +${made.pages}$`, 'm'))
  const plain = made.papers[readable.findIndex(({ name }) => name === 'plain')]!
  const page = String(plain.page + 1)
  const text = execFileSync('pdftotext', ['-f', page, '-l', page, file, '-'], {
    encoding: 'utf8',
    stdio: 'pipe',
  })
  expect(text).toContain('Odd page 2')
  expect(text).toContain(`Book page ${page}`)
})

it('has no file of a paper in it', async ({ skip }) => {
  const objects = (await PDFDocument.load(readFileSync(file))).context.enumerateIndirectObjects()
  const streams = objects.flatMap(([, object]) => (object instanceof PDFStream ? [object] : []))
  const carried = streams.filter((stream) => Buffer.from(stream.getContents()).includes(payload))
  expect(carried.map(String)).toEqual([])
  if (!isInstalled('pdfdetach'))
    return skip('poppler isn’t installed, Debian’s poppler-utils has it')
  expect(execFileSync('pdfdetach', ['-list', file], { encoding: 'utf8', stdio: 'pipe' })).toBe(
    '0 embedded files\n',
  )
})

it('shows where a file of a paper is', async () => {
  const { page } = made.papers[readable.findIndex(({ name }) => name === 'a file on a page')]!
  const book = await PDFDocument.load(readFileSync(file))
  const [annotation] = annotationsOf(book.getPage(page - 1).node)
  expect(annotation!.lookup(PDFName.of('Subtype'))).toBe(PDFName.of('Stamp'))
  expect(annotation!.lookup(PDFName.of('Contents'), PDFHexString).decodeText()).toBe(
    '“Macro.xlsm” is in the paper itself, not in this book.',
  )
})

it('renders every page as in its paper, apart from the footer', async () => {
  const heavyWork = createHeavyWork()
  const renderer = createPageRenderer(heavyWork, { by: 'sync' })
  const different: string[] = []
  try {
    for (const paper of rendered) {
      const { name, path } = paper
      const { page, pages } = made.papers[readable.indexOf(paper)]!
      const shown = pages > 1 ? 2 : 1
      const alone = await renderer.draw(path, shown)
      const inBook = await renderer.draw(file, page + shown - 1)
      if (!isSamePage(alone, inBook)) different.push(name)
    }
  } finally {
    await heavyWork.stop()
  }
  expect(different).toEqual([])
}, 120_000)

it('shows every page in poppler as in its paper, apart from the footer', ({ skip }) => {
  if (!isInstalled('pdftoppm'))
    return skip('poppler isn’t installed, Debian’s poppler-utils has it')
  const different = rendered.flatMap((paper) => {
    const { name, path } = paper
    const { page, pages } = made.papers[readable.indexOf(paper)]!
    const alone = drawnByPoppler(path)
    const inBook = drawnByPoppler(file, page, page + pages - 1)
    const isSame = (picture: Buffer, at: number) =>
      upperPart(picture).equals(upperPart(inBook[at]!))
    return alone.every(isSame) ? [] : [name]
  })
  // Poppler draws no page with such annotations, and draws icons of its own for files and films.
  const names = rendered.map(({ name }) => name)
  expect(different).toEqual(
    [
      'annotations that are no list',
      'an annotation of type FileAttachment',
      'a film on a screen',
    ].filter((name) => names.includes(name)),
  )
}, 120_000)

/** Each page as a gray picture, as PGM: the width, the height, and a byte for each pixel. None of what poppler refuses. */
function drawnByPoppler(path: string, first = 1, last = 1000): Buffer[] {
  const output = mkdtempSync(join(folder, 'drawn-'))
  const range = ['-f', String(first), '-l', String(last)]
  spawnSync('pdftoppm', ['-gray', '-r', '20', ...range, path, join(output, 'page')])
  return readdirSync(output)
    .toSorted()
    .map((name) => readFileSync(join(output, name)))
}

function upperPart(picture: Buffer): Buffer {
  return picture.subarray(0, Math.floor(picture.length * 0.8))
}

/** Compares the upper 80 %: on the lowest pages with a footer, the footer covers a seventh. */
function isSamePage(alone: Bitmap | undefined, inBook: Bitmap | undefined): boolean {
  if (!alone || !inBook) return alone === inBook
  if (alone.width !== inBook.width || alone.height !== inBook.height) return false
  const end = alone.width * Math.floor(alone.height * 0.8) * 4
  return Buffer.compare(alone.pixels.subarray(0, end), inBook.pixels.subarray(0, end)) === 0
}
