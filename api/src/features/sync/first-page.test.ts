import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFBool, PDFDocument, PDFName, rgb } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { createHeavyWork } from '../../platform/background/heavy-work.ts'
import { createPageRenderer, pageWorker } from './first-page.ts'
import { driveFolder, expandingStream, pdfWithContent, samplePdf } from './sync-fixtures.ts'
import { webpPicture } from './picture-maker.ts'

const files = driveFolder()
const heavyWork = createHeavyWork()
const renderer = createPageRenderer(heavyWork, { by: 'sync' })
afterAll(async () => {
  await heavyWork.stop()
  files.remove()
})

const path = join(files.root, 'paper.pdf')

async function drawn(pdf: Uint8Array | string, by = renderer) {
  await writeFile(path, pdf)
  return by.draw(path)
}

/** A page of this size in points, its upper half teal and its lower half white. */
async function halvedPage(size: [number, number]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const [width, height] = size
  const color = rgb(0, 0.5, 0.5)
  document.addPage(size).drawRectangle({ x: 0, y: height / 2, width, height: height / 2, color })
  document.addPage([100, 100])
  return document.save()
}

/** A page with one field, whose appearance a reader may have to make. */
async function filledForm(text: string, hasAppearances: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([612, 792])
  const field = document.getForm().createTextField('name')
  field.addToPage(page, { x: 50, y: 700, width: 400, height: 30, borderWidth: 0 })
  field.setText(text)
  if (hasAppearances) return document.save()
  const { dict } = document.getForm().acroForm
  dict.set(PDFName.of('NeedAppearances'), PDFBool.True)
  for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'))
  return document.save({ updateFieldAppearances: false })
}

describe('the picture of a first page', () => {
  it.each([
    ['letter', [612, 792], 828],
    ['landscape', [792, 612], 495],
    ['a slide', [960, 540], 360],
  ] as const)('shows the page in both widths and the right ratio: %s', async (_, size, height) => {
    const bitmap = (await drawn(await halvedPage([...size])))!
    expect(bitmap).toMatchObject({ width: 640, height })
    for (const width of [176, 640]) {
      const picture = sharp(await webpPicture(bitmap, width))
      const shownHeight = Math.round((height * width) / 640)
      expect(await picture.metadata()).toMatchObject({ format: 'webp', width, height: shownHeight })
      const pixelAt = async (top: number) => {
        const pixel = picture.clone().extract({ left: width / 2, top, width: 1, height: 1 })
        return [...(await pixel.raw().toBuffer())].map((value) => Math.round(value / 64) * 64)
      }
      expect(await pixelAt(10)).toEqual([0, 128, 128])
      expect(await pixelAt(shownHeight - 10)).toEqual([256, 256, 256])
    }
  })

  it('shows the text, in a font that the file doesn’t include', async () => {
    const { pixels } = (await drawn(await samplePdf({ text: 'Cash flow' })))!
    expect(pixels.filter((value) => value < 64).length).toBeGreaterThan(100)
  })

  it.each([true, false])(
    'shows what is filled in, with appearances: %s',
    async (hasAppearances) => {
      const { pixels } = (await drawn(await filledForm('Fernhollow bequest', hasAppearances)))!
      const { pixels: empty } = (await drawn(await filledForm('', hasAppearances)))!
      const dark = (all: Uint8Array) => all.filter((value) => value < 64).length
      expect(dark(pixels)).toBeGreaterThan(dark(empty) + 100)
    },
  )

  it('shows the beginning of a very long page', async () => {
    const bitmap = (await drawn(await halvedPage([612, 14_400])))!
    expect(bitmap).toMatchObject({ width: 640, height: 1280 })
    expect([...bitmap.pixels.subarray(-4, -1)]).toEqual([0, 128, 128])
  })

  it('shows a file that is larger than the renderer’s memory', async () => {
    await writeFile(path, await samplePdf({ pages: 2 }))
    await spread(path, 300 * 1024 * 1024)
    expect(await renderer.draw(path)).toMatchObject({ width: 640, height: 828 })
  })
})

describe('without a picture', () => {
  it('are a file that needs a password, a broken one, and one that is no PDF', async () => {
    expect(await drawn(await samplePdf({ userPassword: 'secret' }))).toBeUndefined()
    expect(await drawn('%PDF-1.7\n1 0 obj << /Type /Catalog >>')).toBeUndefined()
    expect(await drawn('words')).toBeUndefined()
    expect(await drawn('')).toBeUndefined()
    expect(await drawn(await samplePdf())).toBeDefined()
  })

  it('draws no page that takes too much memory, and draws the next file', async () => {
    const spaces = expandingStream(300_000_000)
    expect(await drawn(await pdfWithContent(spaces, ['FlateDecode']))).toBeUndefined()
    expect(await drawn(await samplePdf())).toBeDefined()
  })

  it('draws no page that takes too long', async () => {
    const kind = { ...pageWorker, timeout: 0 }
    const hasty = createPageRenderer(heavyWork, { by: 'sync' }, kind)
    expect(await drawn(await samplePdf(), hasty)).toBeUndefined()
  })
})

/** Moves the end of a PDF, which states where its objects are, this many bytes further on. */
async function spread(file: string, bytes: number): Promise<void> {
  const pdf = await readFile(file, 'latin1')
  const start = pdf.lastIndexOf('\nxref') + 1
  const end = pdf.slice(start).replace(/startxref\n\d+/, `startxref\n${start + bytes}`)
  const handle = await open(file, 'r+')
  await handle.write(end, start + bytes, 'latin1')
  await handle.close()
}
