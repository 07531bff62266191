import { parse } from 'bowser'

/** Browser and system of a user agent, such as `Safari on iPad`. iPads call themselves Macs, but have a touch screen. */
export function deviceOf(userAgent: string | undefined, isTouch: boolean): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os, platform } = parse(userAgent)
  const isPad = platform.model === 'iPad' || (isTouch && os.name === 'macOS')
  const system = isPad ? 'iPad' : platform.model === 'iPhone' ? 'iPhone' : os.name
  if (!browser.name) return system ?? 'Unknown device'
  return system ? `${browser.name} on ${system}` : browser.name
}

/** The trusted proxy's location as one short line; undefined if it sent none. */
export function locationOf(header: string | undefined): string | undefined {
  // oxlint-disable-next-line no-control-regex -- these are what is removed
  const line = header?.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  return line ? line.slice(0, 100) : undefined
}
