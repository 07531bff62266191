import { greeting } from '@portal/contract/greeting'
import type { PortalReply } from '@portal/contract/portal'
import { withOffset } from '../zone-days.ts'
import { escapeText } from './escape-text.ts'

/**
 * What stands on the page until the shell runs, where the shell will put it: the portal's name, and the dashboard's
 * greeting, by the foundation's clock as the reader's own isn't known here.
 */
export function firstPaint({ config, person }: PortalReply, path: string, now: Date): string {
  const { name, logoUrl, timeZone } = config.foundation
  const mark = logoUrl
    ? `<img src="${escapeText(logoUrl)}" alt="">`
    : `<span aria-hidden="true">${escapeText(name.slice(0, 1))}</span>`
  const hour = () => Number(withOffset(now, timeZone).slice(11, 13))
  const title = path === '/' ? `<h1>${escapeText(greeting(hour(), person.displayName))}</h1>` : ''
  return `<div class="first-paint" aria-busy="true"><div>${mark}<b>Board Portal</b></div><div>${title}</div></div>`
}
