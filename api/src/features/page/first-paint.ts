import {
  hasWideLogo,
  helpAddress,
  initialOf,
  isCurrentEntry,
  isReadingAddress,
  menuIconId,
  menuOf,
  slotParts,
} from '@portal/contract/frame'
import { greeting } from '@portal/contract/greeting'
import type { PortalConfig, PortalReply } from '@portal/contract/portal'
import { escapeText } from './escape-text.ts'

/**
 * The content of the page until the shell runs, in the shell's layout: the portal's name and menu, the dashboard's
 * greeting, which the shell keeps, and skeletons that appear after 300 ms. The menu entries are links, so they work
 * without the shell. Where a paper has the page, there is no menu.
 */
export function firstPaint({ config, person, composition }: PortalReply, url: URL, now: Date) {
  const { pathname: path, search } = url
  if (isReadingAddress(composition, path, search)) return readingPaint
  const { foundation } = config
  const isDashboard = path === '/'
  const title = isDashboard
    ? `<h1>${escapeText(greeting(now, foundation.timeZone, person.displayName))}</h1>`
    : ''
  const waiting = isDashboard
    ? slotParts(composition, 'dashboard').map(() => '<span class="block"></span>')
    : lines
  const menu = menuOf(composition)
    .map((entry) => {
      const current = isCurrentEntry(entry, path) ? ' aria-current="page"' : ''
      const label = escapeText(entry.label)
      const icon = `<svg aria-hidden="true"><use href="#${escapeText(menuIconId(entry.icon))}"/></svg>`
      return `<li><a href="${escapeText(entry.to)}"${current} title="${label}">${icon}<span>${label}</span></a></li>`
    })
    .join('')
  const help = escapeText(helpAddress(foundation.liaisonEmail))
  const navigation = `<nav aria-label="Main"><ul>${menu}</ul></nav>`
  return (
    '<div class="first-paint">' +
    `<div class="side"><div class="brand">${markOf(foundation)}<b>Board Portal</b></div>${navigation}<footer>Need help? <a href="${help}">Contact your Board Liaison</a></footer></div>` +
    `<header><details><summary aria-label="Open menu">${burger}</summary>${navigation}</details><b>Board Portal</b></header>` +
    `<main>${title}<p class="waiting ${isDashboard ? 'parts' : ''}" aria-busy="true">${waiting.join('')}</p></main>` +
    '</div>'
  )
}

/** The same for a visitor who may have to sign in, which only the shell can determine. */
export function firstPaintUnknown({ foundation }: PortalConfig): string {
  return (
    '<div class="first-paint unknown"><main>' +
    `<div class="brand">${markOf(foundation, { isNamed: true })}</div>` +
    `<p class="waiting" aria-busy="true">${lines.join('')}</p></main></div>`
  )
}

/** A paper that has the page. */
const readingPaint =
  '<div class="first-paint reading"><header></header>' +
  '<main><p class="waiting" aria-busy="true"><span class="block"></span></p></main></div>'

/** The same number as the shell's own skeleton. */
const lines = Array.from({ length: 6 }, () => '<span class="line"></span>')

const burger =
  '<svg aria-hidden="true" viewBox="0 0 24 24"><path d="M4 5h16"/><path d="M4 12h16"/><path d="M4 19h16"/></svg>'

/** As `brand.tsx` of the shell shows it, also in the folded menu. */
function markOf(foundation: PortalConfig['foundation'], { isNamed = false } = {}): string {
  const { logoUrl, logoSize } = foundation
  const name = escapeText(foundation.name)
  const monogram = `<span class="mark" aria-hidden="true">${escapeText(initialOf(foundation.name))}</span>`
  const text = isNamed ? `<b>${name}</b>` : ''
  if (!logoUrl) return monogram + text
  const size = logoSize ? ` width="${logoSize.width}" height="${logoSize.height}"` : ''
  const logo = (kind: string, alt: string) =>
    `<img class="${kind}" src="${escapeText(logoUrl)}" alt="${alt}"${size}>`
  if (!hasWideLogo(foundation)) return logo('logo', isNamed ? '' : name) + text
  return logo('logo wide', name) + (isNamed ? '' : monogram)
}
