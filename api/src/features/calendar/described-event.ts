import { harmlessText, shownName } from '@portal/domain/shown-text'
import { compile } from 'html-to-text'
import type { CalendarEntry } from './calendar.ts'

/** An event's words as its calendar stores them. */
export type EventWords = {
  summary?: string | null | undefined
  location?: string | null | undefined
  /** Text or HTML. */
  description?: string | null | undefined
  url?: string | null | undefined
  /** Video entry points and links of its calendar, best first. */
  conferences: readonly (string | null | undefined)[]
  /** Marked as free: it blocks no time. */
  isFree: boolean
  isPrivate: boolean
}

/** What members see of an event apart from its times: of a private one, that someone is busy. */
export function describedEvent(
  id: string,
  words: EventWords,
  meetingHosts: readonly string[],
): Omit<CalendarEntry, 'start' | 'end'> {
  const free = words.isFree ? { isFree: true } : {}
  if (words.isPrivate) return { id, summary: 'Busy', isPrivate: true, ...free }
  const location = textOf(words.location)
  const description = textOf(words.description && plainText(words.description))
  const address = joinAddress({
    conferences: words.conferences,
    texts: [location, description, words.url],
    hosts: meetingHosts,
  })
  return {
    id,
    summary: textOf(words.summary && shownName(words.summary)) ?? 'Untitled event',
    ...(location === undefined ? {} : { location }),
    ...(description === undefined ? {} : { description }),
    ...(address === undefined ? {} : { join_url: address }),
    ...free,
  }
}

function textOf(text: string | null | undefined): string | undefined {
  const trimmed = harmlessText(text ?? '').trim()
  return trimmed === '' ? undefined : trimmed
}

/** Hosts of meeting services, with their subdomains. `MEETING_HOSTS` adds others. */
const services = [
  'chime.aws',
  'gotomeeting.com',
  'meet.google.com',
  'meet.goto.com',
  'meet.jit.si',
  'meeting.zoho.com',
  'ringcentral.com',
  'teams.live.com',
  'teams.microsoft.com',
  'teams.microsoft.us',
  'webex.com',
  'whereby.com',
  'zoom.us',
  'zoomgov.com',
]

/** Subdomains of a service that explain it. */
const explains = /^(help|status|support)\./

/** Sites that calendars put in front of an address, with the address in a parameter. */
const wrappers = [
  { host: /^(www\.)?google\.com$/, parameters: ['q', 'url'] },
  { host: /\.safelinks\.protection\.outlook\.com$/, parameters: ['url'] },
]

/** What ends a sentence rather than an address. */
const trailing = /[.,;:!?'"’”)\]}>]+$/

type Places = {
  /** The event's own entry points: video conference first, then links of its calendar. */
  conferences: readonly (string | null | undefined)[]
  /** Texts in which an address may be, in their order: place, description, URL. */
  texts: readonly (string | null | undefined)[]
  /** Hosts of meeting services that the settings add. */
  hosts: readonly string[]
}

/** Where to join an event: its conference, or else the first address of a meeting service in its texts. https only. */
export function joinAddress({ conferences, texts, hosts }: Places): string | undefined {
  const conference = conferences
    .map((text) => safe(text?.trim() ?? ''))
    .find((address) => address !== undefined && !pretends(address, hosts))
  if (conference) return conference.href
  return texts
    .flatMap((text) => [...(text ?? '').matchAll(/https:\/\/[^\s<>"]+/gi)])
    .map(([address]) => safe(unwrapped(address.replace(trailing, ''))))
    .find((address) => isMeeting(address, hosts))?.href
}

function isMeeting(address: URL | undefined, hosts: readonly string[]): boolean {
  return address !== undefined && !explains.test(address.hostname) && isOfService(address, hosts)
}

function isOfService({ hostname }: URL, hosts: readonly string[]): boolean {
  return [...services, ...hosts].some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

/** Whether the host only looks like a service's: `zoom.us.example.org`, `zoom.us-join.example`. */
function pretends(address: URL, hosts: readonly string[]): boolean {
  const { hostname } = address
  const isNamed = services.some((host) =>
    [`${host}.`, `${host}-`].some((other) => hostname.includes(other)),
  )
  return isNamed && !isOfService(address, hosts)
}

function unwrapped(text: string): string {
  const address = safe(text)
  const wrapper = wrappers.find(({ host }) => address && host.test(address.hostname))
  const inner = wrapper?.parameters
    .map((name) => address?.searchParams.get(name))
    .find((value) => value && safe(value))
  return inner ?? text
}

/** An address by https without a name, which may pretend to be another site. */
function safe(text: string): URL | undefined {
  const address = URL.parse(text)
  return address?.protocol === 'https:' && address.username === '' ? address : undefined
}

const block = { leadingLineBreaks: 1, trailingLineBreaks: 1 }
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

const textOfHtml = compile({
  wordwrap: false,
  // Google's editor ends lines with a line break instead of <br>.
  preserveNewlines: true,
  selectors: [
    { selector: 'p', options: block },
    { selector: 'ul', options: { ...block, itemPrefix: '• ' } },
    { selector: 'ol', options: block },
    { selector: 'table', options: block },
    ...headings.map((selector) => ({ selector, options: { ...block, uppercase: false } })),
    { selector: 'img', format: 'skip' },
    {
      selector: 'a',
      options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] },
    },
  ],
})

const element =
  /<\/?(a|b|blockquote|body|br|center|code|div|em|font|h[1-6]|head|hr|html(-blob)?|i|img|li|meta|ol|p|pre|s|script|small|span|strong|style|sub|sup|table|tbody|td|th|tr|u|ul)(\s[^<>]*)?\/?>/i
const entity = /&(#\d+|#x[\da-f]+|amp|apos|gt|lt|nbsp|quot);/i

/** Converts HTML from calendars' editors to plain text. Text without HTML stays as it is, such as `3 < 4`. */
export function plainText(text: string): string {
  const isHtml = element.test(text) || entity.test(text)
  if (!isHtml) return text.trim()
  return textOfHtml(text)
    .replaceAll(/(\S+) \((https?:[^\s()]+)\)/g, (whole, words: string, address: string) =>
      address.includes(words) ? address : whole,
    )
    .replaceAll('\u{A0}', ' ')
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
