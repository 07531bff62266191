import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { BookPaper } from '../../api/src/features/board-book/book.ts'
import { createHeavyWork } from '../../api/src/platform/background/heavy-work.ts'
import { bookWorker } from '../../api/src/features/board-book/book-builder.ts'

/** A board book of 20 papers with 400 pages and 60 MB: time, peak memory, and what page 1 is read from. */
const papers = 20
const pagesOfPaper = 20
const bytesOfPaper = 3 * 1024 * 1024

const [given, round] = process.argv.slice(2)
if (given === undefined) await main()
else await measure(given, round!)

/** Each round is a separate process, so that its peak belongs to one book. */
async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-book-'))
  try {
    for (let number = 1; number <= papers; number += 1) await writePaper(folder, number)
    for (const version of ['1', '2', '3']) {
      execFileSync(process.execPath, [import.meta.filename, folder, version], { stdio: 'inherit' })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(folder: string, number: string): Promise<void> {
  const made = Array.from({ length: papers }, (_, index): BookPaper => ({
    name: `Paper ${index + 1}`,
    content: { path: fileOf(folder, index + 1), sha256: '' },
  }))
  const atRest = process.memoryUsage.rss()
  const heavyWork = createHeavyWork()
  const used = process.cpuUsage()
  const began = performance.now()
  const outcome = await heavyWork.run(bookWorker, { by: 'everyone' }, ({ ask }) =>
    ask({
      input: inputOf(made),
      to: path.join(folder, 'book.pdf'),
      progress: new SharedArrayBuffer(4),
    }),
  )
  const seconds = ((performance.now() - began) / 1000).toFixed(2)
  // Of all threads: unlike the time, it hardly depends on what else the machine does.
  const { user, system } = process.cpuUsage(used)
  const processor = ((user + system) / 1e6).toFixed(2)
  await heavyWork.stop()
  if (!outcome || 'failed' in outcome) throw new Error('The book was not made.')
  const { pages, size, head, tail } = outcome.book
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  console.log(
    `round ${number}: ${seconds} s with the worker's start (${processor} s of processor time), ${pages} pages, ${megabytes(size)} MB, peak ${megabytes(peak)} MB (${megabytes(atRest)} MB before); page 1 is in the first ${kilobytes(head)} KB and the last ${kilobytes(tail)} KB`,
  )
}

/** Words on every page, and pictures that don't compress. */
async function writePaper(folder: string, number: number): Promise<void> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const { default: sharp } = await import('sharp')
  const side = Math.floor(Math.sqrt(bytesOfPaper / pagesOfPaper / 3))
  for (let page = 1; page <= pagesOfPaper; page += 1) {
    const sheet = document.addPage([612, 792])
    sheet.drawText(`Paper ${number}, page ${page}`, { x: 72, y: 700, size: 14, font })
    const raw = { width: side, height: side, channels: 3 as const }
    const picture = await sharp(randomBytes(side * side * 3), { raw })
      .png()
      .toBuffer()
    sheet.drawImage(await document.embedPng(picture), { x: 72, y: 200, width: 400, height: 400 })
  }
  writeFileSync(fileOf(folder, number), await document.save())
}

function fileOf(folder: string, number: number): string {
  return path.join(folder, `${number}.pdf`)
}

function inputOf(made: BookPaper[]) {
  return {
    id: '0'.repeat(64),
    foundation: 'Larkspur Foundation',
    title: 'Q4 2026 Board Meeting',
    cover: { accent: '#1d4f45' },
    lines: ['Thursday, December 10, 2026'],
    about: [],
    agenda: [],
    papers: made,
    unchanged: [],
    sameWords: [],
    uncompared: [],
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0)
}

function kilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(0)
}
