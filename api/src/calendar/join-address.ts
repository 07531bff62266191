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
    .map((text) => text?.trim())
    .find((text) => text !== undefined && safe(text))
  if (conference !== undefined) return conference
  return texts
    .flatMap((text) => [...(text ?? '').matchAll(/https:\/\/[^\s<>"]+/gi)])
    .map(([found]) => unwrapped(found.replace(trailing, '')))
    .find((address) => isMeeting(safe(address), hosts))
}

function isMeeting(address: URL | undefined, hosts: readonly string[]): boolean {
  if (!address || explains.test(address.hostname)) return false
  const { hostname } = address
  return [...services, ...hosts].some((host) => hostname === host || hostname.endsWith(`.${host}`))
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
