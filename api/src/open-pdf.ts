import { EncryptedPDFError, ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib'

const options = { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false }

/**
 * Opens a PDF for reading, changing or copying. A PDF that only has an owner password opens without one, as in any
 * viewer, and what is written from it has none. Throws `EncryptedPDFError` if it needs a password to open, or another
 * error if it is broken.
 */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
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
