import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { logoSvg, valleySvg } from './branding/larkspur-svg.ts'

/** Redraws the sample foundation's logo and sign-in picture in `branding/`, which are checked in. */
const folder = join(import.meta.dirname, 'branding')
const logo = await sharp(Buffer.from(logoSvg()), { density: 300 })
  .resize({ height: 480 })
  .png({ palette: true })
  .toBuffer()
const picture = await sharp(Buffer.from(valleySvg()))
  .resize(1200, 1500)
  .webp({ quality: 80 })
  .toBuffer()
for (const [file, bytes] of Object.entries({ 'logo.png': logo, 'sign-in.webp': picture })) {
  await writeFile(join(folder, file), bytes)
  console.log(`${file}  ${bytes.length} bytes`)
}
