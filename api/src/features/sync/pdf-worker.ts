import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { EncryptedPDFError } from '@cantoo/pdf-lib'
import { answerJobs } from '../../platform/background/answer-jobs.ts'
import {
  mustExpandWithinLimits,
  openPdf,
  shownElsewhere,
  TooLargeToOpen,
} from '../../platform/pdf/open-pdf.ts'
import { pdfLayout } from '../../platform/pdf/pdf-layout.ts'
import type { PdfOutcome } from './pdf-rendition.ts'
import { writePdf } from '../../platform/pdf/pdf-writer.ts'

answerJobs(make)

async function make({ from, to }: { from: string; to: string }): Promise<PdfOutcome> {
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
  const file = openSync(to, 'w')
  try {
    const { head, tail } = writePdf(context, layout, (bytes) =>
      // Appends to an open file.
      writeFileSync(file, bytes),
    )
    return { condition: 'ready', pages: layout.pages, head, tail }
  } catch {
    return { condition: 'unmade' }
  } finally {
    closeSync(file)
  }
}
