import {
  decodePDFRawStream,
  EncryptedPDFError,
  ParseSpeeds,
  PDFArray,
  PDFBool,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
} from '@cantoo/pdf-lib'

const options = { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false }

/**
 * In bytes. No stream of a PDF may be larger once it is expanded, except pictures and attached files, which nothing
 * here expands. The largest streams of honest papers, drawings of maps, have a quarter of that.
 */
const largestStream = 64 * 1024 * 1024
/** In bytes: the object streams of one PDF together, which are all expanded when it is opened. */
const largestOpening = 256 * 1024 * 1024
/** No byte of a Flate stream expands to more. */
const largestRatio = 1032

/** A few kilobytes can expand to more memory than the API has. */
export class TooLargeToOpen extends Error {
  override name = 'TooLargeToOpen'
}

type Decoder = { buffer: Uint8Array; ensureBuffer: (requested: number) => Uint8Array }

/** What was expanded since a PDF began to open; undefined while none does. */
let opening: { bytes: number; most: number; isTooLarge: boolean } | undefined

/**
 * pdf-lib expands a stream in one go, so no other thread notices in time. All of its decoders grow their buffer with
 * one method, which is limited here.
 */
function limitDecoders(): void {
  const dict = PDFContext.create().obj({ Filter: 'ASCIIHexDecode' })
  const hex: unknown = Object.getPrototypeOf(
    decodePDFRawStream(PDFRawStream.of(dict, new Uint8Array())),
  )
  const decoder = Object.getPrototypeOf(hex) as Decoder
  const grow = decoder.ensureBuffer
  if (typeof grow !== 'function') throw new Error('pdf-lib has changed its decoders.')
  decoder.ensureBuffer = function (this: Decoder, requested) {
    const before = this.buffer.length
    if (requested > largestStream) throw tooLarge()
    const grown = grow.call(this, requested)
    if (opening && (opening.bytes += grown.length - before) > opening.most) throw tooLarge()
    return grown
  }
}
limitDecoders()

/** pdf-lib skips objects that it can't read, so throwing isn't enough. */
function tooLarge(): TooLargeToOpen {
  if (opening) opening.isTooLarge = true
  return new TooLargeToOpen('This PDF expands to more than can be opened.')
}

/**
 * Opens a PDF for reading, changing or copying. A PDF that only has an owner password opens without one, as in any
 * viewer, and what is written from it has none. Throws `EncryptedPDFError` if it needs a password to open,
 * `TooLargeToOpen` if its object streams expand to more than `most` bytes, or another error if it is broken.
 */
export async function openPdf(file: Uint8Array, most = largestOpening): Promise<PDFDocument> {
  const bytes = withoutRest(file)
  const started = { bytes: 0, most, isTooLarge: false }
  opening = started
  try {
    const document = await openedByAnyone(bytes)
    if (started.isTooLarge) throw tooLarge()
    return document
  } catch (error) {
    throw started.isTooLarge ? tooLarge() : error
  } finally {
    opening = undefined
  }
}

/** In bytes: a shorter rest costs nothing. */
const shortRest = 1024

/** A PDF without what follows its end, in which pdf-lib would look for an object at each byte: 2 s per MB. */
function withoutRest(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const last = buffer.lastIndexOf('%%EOF')
  const end = last + '%%EOF'.length
  const isCut = last !== -1 && bytes.length - end > shortRest && !buffer.includes('endobj', end)
  return isCut ? bytes.subarray(0, end) : bytes
}

/**
 * Whether the pages of a PDF only ask for Adobe's program, which builds others: from the data of a form (XFA), or from
 * the files of a portfolio.
 */
export function shownElsewhere({ catalog }: PDFDocument): 'form' | 'portfolio' | undefined {
  const collection = catalog.lookup(PDFName.of('Collection'))
  // Every program shows the pages of one that is hidden (ISO 32000-1, 12.3.5).
  const isHidden =
    collection instanceof PDFDict && collection.lookup(PDFName.of('View')) === PDFName.of('H')
  if (collection instanceof PDFDict && !isHidden) return 'portfolio'
  const form = catalog.lookup(PDFName.of('AcroForm'))
  if (catalog.lookup(PDFName.of('NeedsRendering')) !== PDFBool.True) return undefined
  if (!(form instanceof PDFDict) || !form.has(PDFName.of('XFA'))) return undefined
  // The pages of a form that also has fields are whole.
  const fields = form.lookup(PDFName.of('Fields'))
  return fields instanceof PDFArray && fields.size() > 0 ? undefined : 'form'
}

async function openedByAnyone(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, options)
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) throw error
    try {
      // The user password of such a PDF is empty.
      return await PDFDocument.load(bytes, { ...options, password: '' })
    } catch {
      throw error
    }
  }
}

/**
 * Throws `TooLargeToOpen` if a stream expands to more than viewers can hold, such as the content of a page. Viewers
 * expand pictures to their own size only, and attached files not at all.
 */
export function mustExpandWithinLimits({ context }: PDFDocument): void {
  for (const [, stream] of context.enumerateIndirectObjects()) {
    if (!(stream instanceof PDFRawStream) || isNeverExpanded(stream.dict)) continue
    const filters = stream.dict.lookup(PDFName.of('Filter'))
    const layers = filters instanceof PDFArray ? filters.size() : 1
    if (stream.contents.length * largestRatio ** layers <= largestStream) continue
    try {
      decodePDFRawStream(stream).decode()
    } catch (error) {
      // Viewers skip what can't be decoded.
      if (error instanceof TooLargeToOpen) throw error
    }
  }
}

function isNeverExpanded(dict: PDFDict): boolean {
  return (
    dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image') ||
    dict.lookup(PDFName.of('Type')) === PDFName.of('EmbeddedFile')
  )
}
