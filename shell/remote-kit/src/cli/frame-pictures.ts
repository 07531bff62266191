import type { Page } from '@playwright/test'

/** PNG files by the name of the part. */
export type FramePictures = Map<string, Buffer>

const parts = { 'the menu': 'aside', 'the header': 'header:not(main header, aside header)' }

/** What differs by more is seen; a few pixels at rounded corners differ by less each time they are drawn. */
const tolerated = { channel: 32, pixels: 20 }

export async function picturesOf(page: Page): Promise<FramePictures> {
  const pictures: FramePictures = new Map()
  for (const [name, selector] of Object.entries(parts)) {
    const box = await page.locator(selector).first().boundingBox()
    if (box) pictures.set(name, await page.screenshot({ clip: box, animations: 'disabled' }))
  }
  return pictures
}

/** The parts that a reader sees as different. */
export async function changedPictures(page: Page, before: FramePictures): Promise<string[]> {
  const now = await picturesOf(page)
  const changed: string[] = []
  for (const [name, picture] of before) {
    const shown = now.get(name)
    if (shown?.equals(picture)) continue
    if (!shown || (await isDifferent(page, picture, shown))) changed.push(name)
  }
  return changed
}

/** Compared in a page of its own, where no code of a release runs. */
async function isDifferent(page: Page, before: Buffer, now: Buffer): Promise<boolean> {
  const own = await page.context().browser()!.newPage()
  try {
    const pictures = [before, now].map((picture) => picture.toString('base64'))
    const different = await own.evaluate(differentPixels, { pictures, channel: tolerated.channel })
    return different > tolerated.pixels
  } finally {
    await own.close()
  }
}

type Compared = { pictures: string[]; channel: number }

async function differentPixels({ pictures, channel }: Compared): Promise<number> {
  const drawn = await Promise.all(
    pictures.map(async (picture) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
      canvas.drawImage(bitmap, 0, 0)
      return canvas.getImageData(0, 0, bitmap.width, bitmap.height).data
    }),
  )
  const [before, now] = drawn as [Uint8ClampedArray, Uint8ClampedArray]
  if (before.length !== now.length) return now.length
  let different = 0
  for (let pixel = 0; pixel < now.length; pixel += 4) {
    const isSeen = [0, 1, 2].some(
      (part) => Math.abs(before[pixel + part]! - now[pixel + part]!) > channel,
    )
    if (isSeen) different += 1
  }
  return different
}
