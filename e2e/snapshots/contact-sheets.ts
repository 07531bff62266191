import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

export type Picture = { name: string; file: string }

const perSheet = 6
const columns = 3
/** Maximum height of a picture on a sheet, in pixels; a longer one is cut off at the bottom. */
const cell = { width: 660, height: 900 }
const gap = 20
const caption = 34

/** Six pictures per sheet, side by side under their names. */
export async function writeSheets(folder: string, pictures: Picture[]): Promise<void> {
  for (let from = 0; from < pictures.length; from += perSheet) {
    const some = pictures.slice(from, from + perSheet)
    const parts = await Promise.all(some.map((picture, at) => placed(picture, at)))
    const rows = Math.ceil(some.length / columns)
    const number = String(from / perSheet + 1).padStart(2, '0')
    await sharp({
      create: {
        width: columns * (cell.width + gap) + gap,
        height: rows * (cell.height + caption + gap) + gap,
        channels: 3,
        background: '#7f7f7f',
      },
    })
      .composite(parts.flat())
      .png({ compressionLevel: 3 })
      .toFile(path.join(folder, `sheet-${number}.png`))
  }
}

async function placed({ name, file }: Picture, at: number) {
  const left = gap + (at % columns) * (cell.width + gap)
  const top = gap + Math.floor(at / columns) * (cell.height + caption + gap)
  const { data, info } = await sharp(file)
    .resize({ width: cell.width, withoutEnlargement: true })
    .toBuffer({ resolveWithObject: true })
  const height = Math.min(info.height, cell.height)
  const input = await sharp(data).extract({ left: 0, top: 0, width: info.width, height }).toBuffer()
  const words = `<svg xmlns="http://www.w3.org/2000/svg" width="${cell.width}" height="${caption}">
    <text y="24" font-family="sans-serif" font-size="22" fill="white">${name}</text></svg>`
  return [
    { input: Buffer.from(words), left, top },
    { input, left, top: top + caption },
  ]
}

/** One page with every screen at every width and scheme, one row per screen. */
export async function writeIndex(
  folder: string,
  screens: string[],
  looks: string[],
  has: (look: string, screen: string) => boolean,
): Promise<void> {
  const cellOf = (screen: string) => (look: string) => {
    const file = `${look}/${screen}.png`
    return has(look, screen)
      ? `<td><a href="${file}"><img loading="lazy" src="${file}" alt="${screen}, ${look}"></a></td>`
      : '<td></td>'
  }
  const rows = screens.map(
    (screen) => `<tr><th scope="row">${screen}</th>${looks.map(cellOf(screen)).join('')}</tr>`,
  )
  const heads = looks.map((look) => `<th scope="col">${look}</th>`).join('')
  await writeFile(
    path.join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every screen</title>
<style>body{font:16px sans-serif;background:#888}th{position:sticky;top:0;left:0;background:#fff;padding:8px;text-align:start}
td{vertical-align:top;padding:4px}img{width:300px;max-height:600px;object-fit:cover;object-position:top}</style>
<table><tr><th></th>${heads}</tr>${rows.join('\n')}</table></html>`,
  )
}
