import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { EncryptedPDFError } from '@cantoo/pdf-lib'
import { answerJobs } from '../../platform/background/answer-jobs.ts'
import {
  mustExpandWithinLimits,
  openPdf,
  shownElsewhere,
  TooLargeToOpen,
} from '../../platform/pdf/open-pdf.ts'
import { pdfLayout } from '../../platform/pdf/pdf-layout.ts'
import type { PdfJob, PdfOutcome } from './pdf-rendition.ts'
import { writePdf } from '../../platform/pdf/pdf-writer.ts'

answerJobs(make)

async function make({ from, to, isSpare = false }: PdfJob): Promise<PdfOutcome> {
  // A worker that ended while it wrote the copy has deleted it.
  if (isSpare && !existsSync(from)) return { condition: 'unmade' }
  let layout
  let context
  try {
    const document = await openPdf(readFileSync(from))
    mustExpandWithinLimits(document)
    const elsewhere = shownElsewhere(document)
    if (elsewhere) return { condition: elsewhere }
    context = document.context
    layout = pdfLayout(context)
  } catch (error) {
    if (error instanceof TooLargeToOpen) return { condition: 'tooLarge' }
    return { condition: error instanceof EncryptedPDFError ? 'encrypted' : 'broken' }
  }
  // Where temporary files are memory, both files would take it.
  if (isSpare) rmSync(from, { force: true })
  const file = openSync(to, 'w')
  const hash = createHash('sha256')
  let size = 0
  try {
    const { head, tail } = writePdf(context, layout, (bytes) => {
      hash.update(bytes)
      size += bytes.length
      // Appends to an open file.
      writeFileSync(file, bytes)
    })
    return { condition: 'ready', pages: layout.pages, head, tail, sha256: hash.digest('hex'), size }
  } catch {
    return { condition: 'unmade' }
  } finally {
    closeSync(file)
  }
}
