import { readFile } from 'node:fs/promises'
import { EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib'
import { extractText } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { openPdf } from './open-pdf.ts'
import { samplePdf } from './sync/sync-fixtures.ts'

const ownerPassword = 'plum'
const versions = ['1.3', '1.4', '1.7', '1.7ext3'] as const

describe('a PDF that only has an owner password', () => {
  it.each(['owner-40', 'owner-128'])('opens: %s', async (name) => {
    const bytes = await readFile(new URL(`./open-pdf-fixtures/${name}.pdf`, import.meta.url))
    const document = await openPdf(bytes)
    expect(document.getPageCount()).toBe(2)
    const copy = await document.save()
    expect(await PDFDocument.load(copy)).toBeDefined()
    const { text } = await extractText(new Uint8Array(copy))
    expect(text).toEqual((await extractText(new Uint8Array(bytes))).text)
  })

  it.each(versions)('opens with the encryption of PDF %s', async (pdfVersion) => {
    const document = await openPdf(await samplePdf({ pages: 3, ownerPassword, pdfVersion }))
    const { text } = await extractText(new Uint8Array(await document.save()))
    expect(text).toEqual(['Minutes, page 1', 'Minutes, page 2', 'Minutes, page 3'])
  })
})

it.each(versions)('refuses a PDF %s that needs a password to open', async (pdfVersion) => {
  const locked = await samplePdf({ userPassword: 'quiet-orchard', ownerPassword, pdfVersion })
  await expect(openPdf(locked)).rejects.toThrow(EncryptedPDFError)
})
