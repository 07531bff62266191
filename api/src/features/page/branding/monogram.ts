import { initialOf } from '@portal/domain/frame-parts'
import { escapeText } from '../escape-text.ts'

/** The accent of `tokens.css` in the light scheme. */
export const defaultAccent = '#1d4f45'

/** The icon of a portal without a logo: the foundation's initial in an arched doorway, as the shell draws it. */
export function monogramSvg(name: string, accent: string): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<path d="M3 32V14a13 13 0 0 1 26 0v18z" fill="${accent}"/>` +
    '<path d="M5.5 32V14a10.5 10.5 0 0 1 21 0v18" fill="none" stroke="#fff" stroke-opacity=".6"/>' +
    `<text x="16" y="25" fill="#fff" font-family="Georgia,serif" font-size="18" font-weight="600" text-anchor="middle">${escapeText(initialOf(name))}</text>` +
    '</svg>'
  )
}
