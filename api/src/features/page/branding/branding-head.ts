import { escapeText } from '../escape-text.ts'
import type { Branding } from './branding.ts'

/** Links in the page's head. The sign-in picture is only loaded early where the sign-in will be shown. */
export function brandingHead(
  branding: Branding | undefined,
  { isSignedIn }: { isSignedIn: boolean },
): string {
  if (!branding) return ''
  const { iconUrl, sheetUrl, config } = branding
  const { signInPictureUrl } = config
  return [
    `<link rel="icon" href="${escapeText(iconUrl)}">`,
    ...(sheetUrl ? [`<link rel="stylesheet" href="${escapeText(sheetUrl)}">`] : []),
    ...(signInPictureUrl && !isSignedIn
      ? [`<link rel="preload" as="image" href="${escapeText(signInPictureUrl)}">`]
      : []),
  ].join('')
}
