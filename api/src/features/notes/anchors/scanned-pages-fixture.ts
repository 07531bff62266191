import sharp from 'sharp'
import type { Chance } from '../../paper-changes/paper-fixture.ts'
import type { PagePicture } from './page-fingerprint.ts'

/** A scanned page in gray, one byte for each pixel. */
export type Scan = { width: number; height: number; gray: Uint8Array }

const size = { width: 640, height: 828 }
const lines = { first: 60, height: 14, most: 50, left: 50, right: 590 }

type Word = { line: number; from: number; to: number; seed: number }

/** The words of a page: their places, and the seed that draws their letters. */
export function scannedWords(chance: Chance, count: number = lines.most): Word[] {
  return Array.from({ length: count }, (_, line) => {
    const words: Word[] = []
    for (let from = lines.left; ;) {
      const to = from + 10 + chance(50)
      if (to > lines.right) return words
      words.push({ line, from, to, seed: chance(1 << 20) })
      from = to + 6
    }
  }).flat()
}

/** The same form with a share of its words replaced. */
export function otherwiseFilled(words: readonly Word[], share: number, chance: Chance): Word[] {
  return words.map((word) =>
    chance(1000) < share * 1000 ? { ...word, seed: chance(1 << 20) } : word,
  )
}

/** Draws words as upright strokes, like letters seen from a distance. */
export function scanOf(words: readonly Word[]): Scan {
  const gray = new Uint8Array(size.width * size.height).fill(255)
  for (const { line, from, to, seed } of words) {
    const top = lines.first + line * lines.height
    let state = seed
    for (let x = from; x < to; x += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      const stroke = state / 2 ** 32
      const [up, down] = [stroke > 0.85 ? 0 : 3, stroke < 0.1 ? 11 : 8]
      if (stroke > 0.3) for (let y = up; y < down; y += 1) gray[(top + y) * size.width + x] = 30
    }
  }
  return { ...size, gray }
}

type Scanning = { shift?: number; noise?: number; quality?: number; fade?: number }

/** Scans the page again: shifted, with noise, fainter, and compressed. */
export async function scannedAgain(
  { width, height, gray }: Scan,
  chance: Chance,
  { shift = 0, noise = 0, quality = 90, fade = 0 }: Scanning,
): Promise<Scan> {
  const moved = new Uint8Array(gray.length).fill(255)
  for (let y = shift; y < height; y += 1) {
    for (let x = shift; x < width; x += 1) {
      const value = gray[(y - shift) * width + x - shift]!
      const fainter = 255 - (255 - value) * (1 - fade) + chance(2 * noise + 1) - noise
      moved[y * width + x] = Math.max(0, Math.min(255, fainter))
    }
  }
  const raw = { width, height, channels: 1 as const }
  const jpeg = await sharp(moved, { raw }).jpeg({ quality }).toBuffer()
  const again = await sharp(jpeg).grayscale().raw().toBuffer()
  return { width, height, gray: new Uint8Array(again) }
}

export function bitmapOf({ width, height, gray }: Scan): PagePicture {
  const pixels = new Uint8Array(gray.length * 4)
  for (let at = 0; at < gray.length; at += 1) {
    const value = gray[at]!
    pixels[at * 4] = value
    pixels[at * 4 + 1] = value
    pixels[at * 4 + 2] = value
  }
  return { width, height, pixels }
}

export async function pngOf({ width, height, gray }: Scan): Promise<Buffer> {
  return sharp(gray, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}
