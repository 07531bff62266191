import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import { PDFBool, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import type { Person } from '@portal/contract/portal'
import Pdfkit from 'pdfkit'
import type { RemovalParts } from './removal-steps.ts'

type PdfOptions = {
  pages?: number
  text?: string
  userPassword?: string
  ownerPassword?: string
  /** Determines the encryption. */
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

/** A PDF whose page asks for Adobe's program: a form that is only built from its data, or a portfolio of files. */
export async function pdfShownElsewhere(kind: 'form' | 'portfolio'): Promise<Uint8Array> {
  const document = await PDFDocument.load(await samplePdf({ text: 'Please wait' }))
  const { context, catalog } = document
  if (kind === 'portfolio') {
    await document.attach(Buffer.from('words'), 'Notes.txt')
    catalog.set(PDFName.of('Collection'), context.obj({ Type: 'Collection', View: 'T' }))
  } else {
    const data = context.register(context.stream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>'))
    catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [], XFA: data }))
    catalog.set(PDFName.of('NeedsRendering'), PDFBool.True)
  }
  return document.save()
}

/**
 * A PDF of some 510 KB with an object stream of 500 MB of spaces, which a reader must expand to find its objects; with
 * `bytes`, of another size.
 */
export function pdfThatExpands(bytes = 500_000_000): Buffer {
  const objects = [
    '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n',
    '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n',
    '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>\nendobj\n',
  ].join('')
  const head = `<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length `
  const packed = expandingStream(bytes)
  return Buffer.concat([
    Buffer.from(`%PDF-1.5\n${objects}4 0 obj\n${head}${packed.length}>>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R/Size 6>>\n%%EOF\n'),
  ])
}

/** `5 0 ` and then spaces, compressed piece by piece, so that a test doesn't need the memory either. */
export function expandingStream(bytes: number): Buffer {
  const piece = Buffer.alloc(1_000_000, ' ')
  const first = Buffer.from(piece)
  first.write('5 0 ')
  // Each piece ends at a byte, so that the same one can follow as often as needed.
  const options = { finishFlush: constants.Z_FULL_FLUSH }
  const body = deflateRawSync(piece, options)
  const rest = Array.from({ length: Math.floor(bytes / piece.length) - 1 }, () => body)
  const end = deflateRawSync(Buffer.alloc(0))
  // The decoders don't compare the checksum.
  const header = Buffer.from([0x78, 0x9c])
  return Buffer.concat([header, deflateRawSync(first, options), ...rest, end, Buffer.alloc(4)])
}

export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** No paper is mapped, and no meeting is upcoming. */
export const unmapped: Pick<RemovalParts, 'mappings' | 'calendar' | 'isComing'> = {
  mappings: { ready: Promise.resolve(), slotsByDocument: () => new Map() },
  calendar: { comingQuarters: async () => [] },
  isComing: () => false,
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
