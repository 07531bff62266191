import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import type { Person } from '@portal/contract/portal'
import Pdfkit from 'pdfkit'
import type { RemovalParts } from './removal-steps.ts'

type PdfOptions = {
  pages?: number
  text?: string
  userPassword?: string
  ownerPassword?: string
  /** Decides the encryption. */
  pdfVersion?: '1.3' | '1.4' | '1.7' | '1.7ext3'
  picture?: Buffer
}

/** A small PDF with text on every page, for tests. */
export async function samplePdf(options: PdfOptions = {}): Promise<Buffer> {
  const { pages = 1, text = 'Minutes', userPassword, ownerPassword, picture } = options
  const isEncrypted = userPassword !== undefined || ownerPassword !== undefined
  const document = new Pdfkit({
    autoFirstPage: false,
    ...(userPassword === undefined ? {} : { userPassword }),
    ...(ownerPassword === undefined ? {} : { ownerPassword }),
    ...(isEncrypted ? { pdfVersion: options.pdfVersion ?? '1.7' } : {}),
  })
  for (let page = 1; page <= pages; page += 1) {
    document.addPage().text(`${text}, page ${page}`)
    if (picture) document.image(picture, 72, 200, { width: 300 })
  }
  document.end()
  return Buffer.concat(await collected(document as AsyncIterable<Buffer>))
}

/** A PDF with one page, whose content is stored with these filters. */
export async function pdfWithContent(content: Uint8Array, filters: string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const { context } = document
  const stream = context.stream(content, { Filter: filters })
  document.addPage().node.set(PDFName.of('Contents'), context.register(stream))
  return document.save({ useObjectStreams: false })
}

export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of items) all.push(one)
  return all
}

/** No paper is mapped, and no meeting is upcoming. */
export const unmapped: Pick<RemovalParts, 'mappings' | 'calendar'> = {
  mappings: { ready: Promise.resolve(), slotsByDocument: () => new Map() },
  calendar: { comingQuarters: async () => [] },
}

/** An admin who calls the sync service directly. */
export const syncAdmin: Person = {
  uid: 'ruth',
  email: 'ruth.abelman@larkspur.example',
  isAdmin: true,
  canManageUsers: true,
  editsAgendas: true,
}

/** A drive folder whose files have timestamps one minute ago. */
export function driveFolder() {
  const root = mkdtempSync(join(tmpdir(), 'sync-test-'))
  const folder = join(root, 'drive')
  mkdirSync(folder)
  return {
    root,
    folder,
    put(path: string, bytes: Uint8Array | string, secondsAgo = 60) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, bytes)
      const time = new Date(Math.floor(Date.now() / 1000 - secondsAgo) * 1000)
      utimesSync(file, time, time)
    },
    lose: (path: string) => rmSync(join(folder, path)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
