import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { EncryptedPDFError } from '@cantoo/pdf-lib'
import { answerJobs } from '../background/answer-jobs.ts'
import { mustExpandWithinLimits, openPdf, TooLargeToOpen } from '../open-pdf.ts'
import { pdfLayout } from '../pdf-layout.ts'
import type { PdfOutcome } from './pdf-rendition.ts'
import { writePdf } from '../pdf-writer.ts'

answerJobs(make)

async function make({ from, to }: { from: string; to: string }): Promise<PdfOutcome> {
  let layout
  let context
  try {
    const document = await openPdf(readFileSync(from))
    mustExpandWithinLimits(document)
    context = document.context
    layout = pdfLayout(context)
  } catch (error) {
    if (error instanceof TooLargeToOpen) return { condition: 'tooLarge' }
    return { condition: error instanceof EncryptedPDFError ? 'encrypted' : 'broken' }
  }
  const file = openSync(to, 'w')
  try {
    const { head, tail } = writePdf(context, layout, (bytes) => writeAll(file, bytes))
    return { condition: 'ready', pages: layout.pages, head, tail }
  } catch {
    return { condition: 'unmade' }
  } finally {
    closeSync(file)
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
}
