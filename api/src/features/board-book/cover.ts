import { hasWideLogo, initialOf } from '@portal/domain/frame-parts'
import { drawLine, textLines } from '../../platform/pdf/text-lines.ts'
import type { BookInput } from './book.ts'
import { type Sheets, soft, type SheetSize } from './sheets.ts'

type Picture = { bytes: Buffer; width: number; height: number }
export type CoverPictures = { logo?: Picture | undefined; picture?: Picture | undefined }

/** In points. */
const logoHeight = 44
const smallSheet = 500
/** Sharper than most printers print. */
const mostPixels = 1600

/** The foundation's pictures in a format that the writer of PDFs reads. */
export async function coverPictures({ cover }: BookInput): Promise<CoverPictures> {
  const encoded = async (bytes: Uint8Array | undefined) => {
    if (!bytes) return undefined
    // Loaded on demand: it takes memory that most books don't need.
    const { default: sharp } = await import('sharp')
    const { data, info } = await sharp(bytes)
      .flatten({ background: '#fff' })
      .resize({ width: mostPixels, height: mostPixels, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  }
  return { logo: await encoded(cover.logo), picture: await encoded(cover.picture) }
}

/**
 * Draws the cover: the foundation's sign-in picture, or doorways in its accent, and its logo and the meeting
 * below, or next to it on a wide sheet.
 */
export function drawCover(
  sheets: Sheets,
  book: BookInput,
  { width, height }: SheetSize,
  { logo, picture }: CoverPictures,
): void {
  const { doc, area } = sheets
  const isWide = width > height
  const isSmall = Math.min(width, height) < smallSheet
  sheets.nextSheet()
  const band = isWide
    ? { width: width * 0.4, height }
    : { width, height: height * (isSmall ? 0.34 : 0.42) }
  doc.save().rect(0, 0, band.width, band.height).clip()
  if (picture) {
    doc.image(picture.bytes, 0, 0, {
      cover: [band.width, band.height],
      align: 'center',
      valign: 'center',
    })
  } else drawDoorways(doc, band, book.cover.accent)
  doc.restore()
  if (isWide) doc.rect(band.width, 0, 4, height)
  else doc.rect(0, band.height, width, 4)
  doc.fill(book.cover.accent)

  const indent = isWide ? band.width + 4 : 0
  doc.y = isWide ? area.top : band.height + (isSmall ? 24 : 40)
  if (logo) {
    const fit: [number, number] = [area.right - area.left - indent, logoHeight]
    doc.image(logo.bytes, area.left + indent, doc.y, { fit })
  } else drawMonogram(doc, area.left + indent, book)
  doc.y += logoHeight + 20
  if (!hasWideLogo(logo ? { logoSize: logo } : {})) {
    sheets.write(book.foundation, { size: 14, color: soft }, { indent })
    doc.y += 6
  }
  sheets.write(book.title, { font: 'title', size: isSmall ? 24 : 30 }, { indent })
  doc.y += 14
  for (const line of book.lines) sheets.write(line, { size: 14 }, { indent })
  doc.y += 14
  for (const sentence of book.about) sheets.write(sentence, { size: 12, color: soft }, { indent })
}

/** Doorways within each other, as on the sign-in page of a portal without a picture. */
function drawDoorways(doc: PDFKit.PDFDocument, { width, height }: SheetSize, accent: string): void {
  doc.rect(0, 0, width, height).fill(accent)
  for (let inner = 0; inner < 5; inner += 1) {
    const half = Math.min(width, height) * (0.46 - inner * 0.085)
    const top = height - half * 1.9
    doc.fillOpacity(0.16)
    doorway(doc, [width / 2, top + half, height], half).fill('#000000')
  }
  doc.fillOpacity(1)
}

function doorway(
  doc: PDFKit.PDFDocument,
  [middle, shoulder, foot]: readonly [number, number, number],
  half: number,
): PDFKit.PDFDocument {
  const bow = half * 0.5523
  const crown = shoulder - half
  return doc
    .moveTo(middle - half, foot)
    .lineTo(middle - half, shoulder)
    .bezierCurveTo(middle - half, shoulder - bow, middle - bow, crown, middle, crown)
    .bezierCurveTo(middle + bow, crown, middle + half, shoulder - bow, middle + half, shoulder)
    .lineTo(middle + half, foot)
    .closePath()
}

/** The foundation's initial in a doorway, as in the menu of a portal without a logo. */
function drawMonogram(
  doc: PDFKit.PDFDocument,
  left: number,
  { foundation, cover }: BookInput,
): void {
  const half = logoHeight * 0.4
  const top = doc.y
  doorway(doc, [left + half, top + half, top + logoHeight], half).fill(cover.accent)
  const [initial] = textLines(initialOf(foundation), { weight: 'title', size: 24, width: 60 }).lines
  doc.fillColor('#ffffff')
  if (initial) drawLine(doc, initial, left + half - initial.width / 2, top + 10)
  doc.y = top
}
