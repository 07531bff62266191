import { randomBytes } from 'node:crypto'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { randomSentence, seededChance } from '../../api/src/features/paper-changes/paper-fixture.ts'

/** The bytes of a paper with words and pictures that don't compress, in two versions. */
export async function paperVersions({
  seed,
  pages: count,
  bytes,
}: {
  seed: number
  pages: number
  bytes: number
}): Promise<Buffer[]> {
  const { default: sharp } = await import('sharp')
  const chance = seededChance(seed)
  // In this quality, a pixel of noise takes 0.83 bytes.
  const side = Math.floor(Math.sqrt(bytes / count / 0.83))
  const pages = await Promise.all(
    Array.from({ length: count }, async () => ({
      lines: Array.from({ length: 20 }, () => randomSentence(chance)),
      picture: await sharp(randomBytes(side * side * 3), {
        raw: { width: side, height: side, channels: 3 },
      })
        .jpeg({ quality: 90 })
        .toBuffer(),
    })),
  )
  const withLines = async (order: (lines: string[]) => string[]) => {
    const document = await PDFDocument.create()
    const font = await document.embedFont(StandardFonts.Helvetica)
    for (const { lines, picture } of pages) {
      const page = document.addPage([612, 792])
      page.drawText(order(lines).join('\n'), { x: 40, y: 740, size: 7, font })
      const image = await document.embedJpg(picture)
      page.drawImage(image, { x: 72, y: 72, width: 300, height: 300 })
    }
    return Buffer.from(await document.save())
  }
  return [await withLines((lines) => lines), await withLines((lines) => lines.toReversed())]
}
