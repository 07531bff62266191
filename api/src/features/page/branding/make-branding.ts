import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hasWideLogo, initialOf } from '@portal/domain/frame-parts'
import type { PortalConfig } from '@portal/contract/portal'
import { type Settings, SettingsError } from '../../../platform/env/env.ts'
import {
  encodePicture,
  type Picture,
  type PictureLimit,
} from '../../../platform/files/encode-image.ts'
import { Refusal } from '../../../refusal.ts'
import type { ShellFile } from '../shell-files.ts'
import type { Accent, AccentTokens } from './accent-tokens.ts'
import { escapeText } from '../../../platform/http/escape-text.ts'

/** The foundation's own branding, which everyone may see. */
export type Branding = {
  /** Its part of the public settings. */
  config: Pick<PortalConfig['foundation'], 'logoUrl' | 'logoSize' | 'signInPictureUrl'>
  accent: Accent | undefined
  /** Address of the style sheet with the accent, if the foundation has its own. */
  sheetUrl: string | undefined
  iconUrl: string
  /** The logo is almost white, so it was made for a dark background. */
  isLogoPale: boolean
  /** By address, such as `/branding/logo.3f2a….webp`. */
  files: Map<string, ShellFile>
}

const megabyte = 1024 * 1024

const logoLimit = { bytes: 2 * megabyte, width: 720, height: 240 }

const iconLimit = { bytes: 2 * megabyte, width: 96, height: 96 }

const signInLimit = { bytes: 10 * megabyte, width: 1600, height: 1600 }

/** Reads the files that the settings name; throws a `SettingsError` for one that can't be shown. */
export async function makeBranding({
  name,
  logoFile,
  signInPictureFile,
  accent: given,
}: Settings['foundation']): Promise<Branding> {
  const files = new Map<string, ShellFile>()
  const add = (title: string, ending: string, type: string, bytes: Uint8Array) => {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    const path = `/branding/${title}.${hash}.${ending}`
    const owned = new Uint8Array(bytes)
    files.set(path, { bytes: owned, compressed: undefined, etag: `"${hash}"`, type })
    return path
  }
  const addWebp = (title: string, { bytes }: Picture) => add(title, 'webp', 'image/webp', bytes)

  const logo = logoFile && (await readPicture('FOUNDATION_LOGO', logoFile, logoLimit))
  const picture =
    signInPictureFile &&
    (await readPicture('FOUNDATION_SIGN_IN_PICTURE', signInPictureFile, signInLimit))
  const logoSize = logo ? { width: logo.width, height: logo.height } : undefined
  const config = {
    ...(logo && logoSize ? { logoUrl: addWebp('logo', logo), logoSize } : {}),
    ...(picture ? { signInPictureUrl: addWebp('sign-in', picture) } : {}),
  }
  const accent = given === undefined ? undefined : await accentOf(given)
  const sheetUrl =
    accent && add('accent', 'css', 'text/css; charset=utf-8', Buffer.from(accentSheet(accent)))
  // A wide logo would be too small to recognize in a tab.
  const icon =
    logoFile && !hasWideLogo({ logoSize })
      ? await readPicture('FOUNDATION_LOGO', logoFile, iconLimit, 'png')
      : undefined
  const monogram = monogramSvg(name, accent?.schemes.light.accent ?? defaultAccent)
  const iconUrl = icon
    ? add('icon', 'png', 'image/png', icon.bytes)
    : add('icon', 'svg', 'image/svg+xml', Buffer.from(monogram))

  return {
    config,
    accent,
    sheetUrl,
    iconUrl,
    isLogoPale: logo ? logo.isPale : false,
    files,
  }
}

/** Loaded on demand: most of its color spaces are never needed. */
async function accentOf(given: string): Promise<Accent> {
  const { accentTokens } = await import('./accent-tokens.ts')
  return accentTokens(given)
}

async function readPicture(
  setting: string,
  file: string,
  limit: PictureLimit,
  format?: 'png',
): Promise<Picture> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new SettingsError(`The setting ${setting} can't be used: ${file} can't be read.`, {
      cause,
    })
  })
  try {
    return await encodePicture(bytes, limit, format)
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    const reason = cause.message.replace(/^The image/, file)
    throw new SettingsError(`The setting ${setting} can't be used: ${reason}`, { cause })
  }
}

/** Overrides tokens of `tokens.css`, wherever in the page that is: `:root` twice is more specific than once. */
function accentSheet({ schemes: { light, dark } }: Accent): string {
  const names = Object.keys(light) as (keyof AccentTokens)[]
  const tokens = names.map((name) => `--${name}:light-dark(${light[name]},${dark[name]})`)
  return `:root:root{${tokens.join(';')}}`
}

/** The accent of `tokens.css` in the light scheme. */
export const defaultAccent = '#1d4f45'

/** The icon of a portal without a logo: the foundation's initial in an arched doorway, as the shell draws it. */
function monogramSvg(name: string, accent: string): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<path d="M3 32V14a13 13 0 0 1 26 0v18z" fill="${accent}"/>` +
    '<path d="M5.5 32V14a10.5 10.5 0 0 1 21 0v18" fill="none" stroke="#fff" stroke-opacity=".6"/>' +
    `<text x="16" y="25" fill="#fff" font-family="Georgia,serif" font-size="18" font-weight="600" text-anchor="middle">${escapeText(initialOf(name))}</text>` +
    '</svg>'
  )
}
