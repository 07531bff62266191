import {
  isCurrentEntry,
  isReadingAddress,
  menuIconId,
  menuOf,
  slotParts,
} from '@portal/domain/menu'
import { greeting } from '@portal/domain/greeting'
import type { PortalConfig, PortalReply } from '@portal/contract/portal'
import {
  type Brand,
  brandOf,
  type FrameLine,
  frameTexts,
  helpLines,
  pageSkeletonLines,
} from '@portal/domain/frame-parts'
import { escapeText } from '../../platform/http/escape-text.ts'

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
  const menu = menuOf(composition, { isOutsider: person.kind !== undefined })
    .map((entry) => {
      const current = isCurrentEntry(entry, path) ? ' aria-current="page"' : ''
      const label = escapeText(entry.label)
      const icon = `<svg aria-hidden="true"><use href="#${escapeText(menuIconId(entry.icon))}"/></svg>`
      return `<li><a href="${escapeText(entry.to)}"${current} title="${label}">${icon}<span>${label}</span></a></li>`
    })
    .join('')
  const navigation = `<nav aria-label="${frameTexts.menu}"><ul>${menu}</ul></nav>`
  const help = helpLines(foundation).map(lineOf).join('<br>')
  const brand = brandOf(foundation, frameTexts.name)
  const folded = brandOf(foundation, frameTexts.name, { markOnly: true })
  return (
    '<div class="first-paint">' +
    `<div class="side"><div class="brand">${brandHtml(brand, folded)}</div>${navigation}<footer>${help}</footer></div>` +
    `<header><details><summary aria-label="${frameTexts.openMenu}">${burger}</summary>${navigation}</details><b>${frameTexts.name}</b></header>` +
    `<main>${title}<p class="waiting ${isDashboard ? 'parts' : ''}" aria-busy="true">${waiting.join('')}</p></main>` +
    '</div>'
  )
}

/** The same content for a visitor who may have to sign in, which only the shell can determine. */
export function firstPaintUnknown({ foundation }: PortalConfig): string {
  return (
    '<div class="first-paint unknown"><main>' +
    `<div class="brand">${brandHtml(brandOf(foundation, foundation.name))}</div>` +
    `<p class="waiting" aria-busy="true">${lines.join('')}</p></main></div>`
  )
}

/** A paper that has the page. */
const readingPaint =
  '<div class="first-paint reading"><header></header>' +
  '<main><p class="waiting" aria-busy="true"><span class="block"></span></p></main></div>'

const lines = Array.from({ length: pageSkeletonLines }, () => '<span class="line"></span>')

const burger =
  '<svg aria-hidden="true" viewBox="0 0 24 24"><path d="M4 5h16"/><path d="M4 12h16"/><path d="M4 19h16"/></svg>'

function lineOf({ text, link }: FrameLine): string {
  return `${escapeText(text)} <a href="${escapeText(link.href)}">${escapeText(link.label)}</a>`
}

/** Includes the mark of the folded menu, if it is a different one: the style sheet shows one of them. */
function brandHtml({ logo, initial, name }: Brand, folded?: Brand): string {
  const otherInitial = initial ?? folded?.initial
  const monogram =
    otherInitial === undefined
      ? ''
      : `<span class="mark" aria-hidden="true">${escapeText(otherInitial)}</span>`
  return logoHtml(logo) + monogram + (name === undefined ? '' : `<b>${escapeText(name)}</b>`)
}

function logoHtml(logo: Brand['logo']): string {
  if (!logo) return ''
  const { url, alt, isWide, size: { width, height } = {} } = logo
  const size = width === undefined ? '' : ` width="${width}" height="${height}"`
  const kind = isWide ? 'logo wide' : 'logo'
  return `<img class="${kind}" src="${escapeText(url)}" alt="${escapeText(alt)}"${size}>`
}
