import type { Locator, Page } from '@playwright/test'

export type Color = readonly [red: number, green: number, blue: number]
/** In CSS pixels, from the upper left corner of what was photographed. */
export type PixelBox = { left: number; top: number; right: number; bottom: number }

/**
 * The rectangles around everything that has one of some colors, as an element is shown on the screen; undefined for a color that it
 * doesn't have. `reader` is a blank page, which decodes the picture.
 */
export async function colorBoxes(
  element: Locator,
  reader: Page,
  colors: Readonly<Record<string, Color>>,
): Promise<Record<string, PixelBox | undefined>> {
  const picture = (await element.screenshot()).toString('base64')
  return reader.evaluate(findColors, { picture, colors })
}

/** The contrast (WCAG) of the most frequent color within a box against its darkest one. */
export async function contrastWithin(
  element: Locator,
  reader: Page,
  box: PixelBox,
): Promise<number> {
  const picture = (await element.screenshot()).toString('base64')
  return reader.evaluate(measureContrast, { picture, box })
}

/** Runs in the blank page. */
async function findColors({
  picture,
  colors,
}: {
  picture: string
  colors: Readonly<Record<string, Color>>
}) {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.codePointAt(0)!)
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const { width, height } = image
  const context = new OffscreenCanvas(width, height).getContext('2d')!
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const boxes: Record<string, PixelBox> = {}
  const isOf = ([red, green, blue]: Color, at: number) =>
    Math.abs(red - data[at * 4]!) <= 3 &&
    Math.abs(green - data[at * 4 + 1]!) <= 3 &&
    Math.abs(blue - data[at * 4 + 2]!) <= 3
  const named = Object.entries(colors)
  for (let at = 0; at < width * (height - 1) - 1; at += 1) {
    for (const [name, color] of named) {
      // A single pixel may be the smoothed edge of a letter of another color.
      if (!isOf(color, at) || !isOf(color, at + width + 1)) continue
      const [x, y] = [at % width, Math.floor(at / width)]
      const { left, top, right, bottom } = boxes[name] ?? { left: x, top: y, right: x, bottom: y }
      boxes[name] = {
        left: Math.min(left, x),
        top: Math.min(top, y),
        right: Math.max(right, x),
        bottom: Math.max(bottom, y),
      }
    }
  }
  return boxes
}

/** Runs in the blank page. */
async function measureContrast({ picture, box }: { picture: string; box: PixelBox }) {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.codePointAt(0)!)
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  const context = new OffscreenCanvas(width, height).getContext('2d')!
  context.drawImage(image, -box.left, -box.top)
  const { data } = context.getImageData(0, 0, width, height)
  const luminances = Array.from({ length: width * height }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => {
      const value = data[at * 4 + channel]! / 255
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  })
  const ordered = luminances.toSorted((a, b) => a - b)
  const ink = ordered[Math.floor(ordered.length * 0.02)]!
  const paper = [...Map.groupBy(luminances, (value) => value)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )[0]![0]
  return (paper + 0.05) / (ink + 0.05)
}
