import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { parseSettings } from '../../../platform/env/env.ts'
import { temporaryFolder } from '../../../platform/files/temporary-folder.ts'
import { makeBranding } from './make-branding.ts'
import { openBranding } from './open-branding.ts'

const settingsOf = (env: Record<string, string>) => parseSettings(env).foundation
const brandingOf = (env: Record<string, string>) => makeBranding(settingsOf(env))

/** A picture of one color. */
const picture = (width: number, height: number, background = '#24427a') =>
  sharp({ create: { width, height, channels: 3, background } })

async function fileOf(bytes: Uint8Array | string, name = 'picture.png'): Promise<string> {
  const file = join(temporaryFolder(), name)
  await writeFile(file, bytes)
  return file
}

describe('a logo', () => {
  it('encodes a logo again at its size, under an address with its hash', async () => {
    const png = await picture(300, 200).withMetadata({ density: 72 }).png().toBuffer()
    const { config, files } = await brandingOf({ FOUNDATION_LOGO: await fileOf(png) })
    expect(config.logoSize).toEqual({ width: 300, height: 200 })
    expect(config.logoUrl).toMatch(/^\/branding\/logo\.[0-9a-f]{32}\.webp$/)
    const { bytes, type } = files.get(config.logoUrl!)!
    expect(type).toBe('image/webp')
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 300,
    })
  })

  it('makes a picture small enough for a page', async () => {
    const png = await picture(3000, 1000).png().toBuffer()
    const { config } = await brandingOf({ FOUNDATION_LOGO: await fileOf(png) })
    expect(config.logoSize).toEqual({ width: 720, height: 240 })
  })

  it('makes the logo the tab’s icon, unless it is too wide for one', async () => {
    const square = await fileOf(await picture(300, 300).jpeg().toBuffer())
    const wide = await fileOf(await picture(900, 300).png().toBuffer())
    expect((await brandingOf({ FOUNDATION_LOGO: square })).iconUrl).toMatch(/\.png$/)
    expect((await brandingOf({ FOUNDATION_LOGO: wide })).iconUrl).toMatch(/\.svg$/)
  })

  it('doesn’t move', async () => {
    const frames = await Promise.all(
      ['#24427a', '#7a2442'].map((color) => picture(60, 60, color).png().toBuffer()),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(gif).metadata()).pages).toBe(2)
    const { config, files } = await brandingOf({ FOUNDATION_LOGO: await fileOf(gif) })
    const shown = await sharp(files.get(config.logoUrl!)!.bytes, { animated: true }).metadata()
    expect([shown.pages ?? 1, config.logoSize]).toEqual([1, { width: 60, height: 60 }])
  })

  it('recognizes a logo for dark backgrounds if all of it is pale', async () => {
    const pale = await fileOf(await picture(60, 60, '#f4f4f4').png().toBuffer())
    const dark = await fileOf(await picture(60, 60).png().toBuffer())
    expect((await brandingOf({ FOUNDATION_LOGO: pale })).isLogoPale).toBe(true)
    expect((await brandingOf({ FOUNDATION_LOGO: dark })).isLogoPale).toBe(false)
  })
})

describe('a foundation without a logo', () => {
  it('has a monogram in its color as the tab’s icon', async () => {
    const env = { FOUNDATION_NAME: 'The <Evelyn> Fund', FOUNDATION_ACCENT: '#7a1f3d' }
    const { iconUrl, files, config } = await brandingOf(env)
    const svg = Buffer.from(files.get(iconUrl)!.bytes).toString()
    expect(svg).toContain('fill="#7a1f3d"')
    expect(svg).toContain('>&lt;</text>')
    expect(config).toEqual({})
  })
})

describe('an accent', () => {
  it('makes a style sheet that replaces the accent’s tokens in both schemes', async () => {
    const { sheetUrl, files } = await brandingOf({ FOUNDATION_ACCENT: '#7a1f3d' })
    const css = Buffer.from(files.get(sheetUrl!)!.bytes).toString()
    expect(css).toMatch(/^:root:root\{--accent:light-dark\(#7a1f3d,#[0-9a-f]{6}\);/)
    expect(css.match(/--[\w-]+/g)).toEqual([
      '--accent',
      '--accent-hover',
      '--accent-wash',
      '--accent-line',
      '--on-accent',
    ])
    expect((await brandingOf({})).sheetUrl).toBeUndefined()
  })
})

describe('a picture that can’t be shown', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  it.each<[string, () => Promise<string | Uint8Array>, string]>([
    ['an SVG', async () => svg, 'must be a PNG, JPEG, WebP or GIF.'],
    [
      'a damaged file',
      async () => (await picture(60, 60).png().toBuffer()).subarray(0, 60),
      'is damaged or has too many pixels.',
    ],
    [
      'a large file',
      async () => new Uint8Array(11 * 1024 * 1024),
      'is larger than 10 MB. Please choose a smaller one.',
    ],
  ])('stops the start with its setting and path: %s', async (_, bytes, reason) => {
    const file = await fileOf(await bytes())
    await expect(brandingOf({ FOUNDATION_SIGN_IN_PICTURE: file })).rejects.toMatchObject({
      name: 'SettingsError',
      message: `The setting FOUNDATION_SIGN_IN_PICTURE can't be used: ${file} ${reason}`,
    })
  })

  it('refuses a file that doesn’t exist', async () => {
    const env = { FOUNDATION_LOGO: '/nowhere/logo.png' }
    const message = "The setting FOUNDATION_LOGO can't be used: /nowhere/logo.png can't be read."
    await expect(brandingOf(env)).rejects.toMatchObject({ name: 'SettingsError', message })
    await expect(openBranding(settingsOf(env))).rejects.toMatchObject({
      name: 'SettingsError',
      message,
    })
  })
})

it('returns the same result in a separate process, as at startup', async () => {
  const logo = await fileOf(await picture(60, 60).png().toBuffer())
  const foundation = settingsOf({ FOUNDATION_LOGO: logo, FOUNDATION_ACCENT: '#0b57d0' })
  expect(await openBranding(foundation)).toEqual(await makeBranding(foundation))
})
