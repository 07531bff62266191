import { isTimeZone, offsetAt } from '@portal/domain/zone-time'

/**
 * Rewrites every local time to a zone that the parser knows: floating times use the foundation's zone, and zones that
 * only the file defines are replaced by the matching IANA zone.
 */
export function withKnownZones(text: string, foundationZone: string): string {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const described = describedZones(lines, foundationZone)
  return lines
    .map((line) => {
      const match =
        /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)((?:;[^:;"]*|"[^"]*")*):(.*)$/i.exec(line)
      if (!match) return line
      const [, name, parameters = '', value = ''] = match
      if (!/^\d{8}T\d{6}(?!Z)/.test(value)) return line
      const named = /;TZID="?([^";:]+)"?/i.exec(parameters)?.[1]
      const zone = named === undefined ? foundationZone : (described.get(named) ?? named)
      const others = parameters.replace(/;TZID=("[^"]*"|[^;]*)/i, '')
      return `${name}${others};TZID=${zone}:${value}`
    })
    .join('\r\n')
}

/** IANA names for the zones that the file defines under its own names. */
function describedZones(lines: string[], foundationZone: string): Map<string, string> {
  const zones = new Map<string, string>()
  const text = lines.join('\n')
  for (const [, body = ''] of text.matchAll(/^BEGIN:VTIMEZONE\n([\s\S]*?)^END:VTIMEZONE/gm)) {
    const name = /^TZID(?:;[^:]*)?:(.+)$/m.exec(body)?.[1]?.trim()
    if (name === undefined || isTimeZone(name)) continue
    const stated = /^X-LIC-LOCATION:(.+)$/m.exec(body)?.[1]?.trim()
    // Some programs put the IANA name at the end of a path of their own.
    const ending = /[A-Z]\w+\/[\w/+-]+$/.exec(name)?.[0]
    const zone = [stated, ending].find((one) => one !== undefined && isTimeZone(one))
    zones.set(name, zone ?? matchingZone(body, foundationZone))
  }
  return zones
}

type Rules = { standard: number; daylight: number | undefined; begins: number | undefined }

/** An IANA zone that follows the described rules; the foundation's if none does. */
function matchingZone(body: string, foundationZone: string): string {
  const rules: Rules = {
    standard: offsetOf(section(body, 'STANDARD')) ?? 0,
    daylight: offsetOf(section(body, 'DAYLIGHT')),
    begins: Number(/BYMONTH=(\d+)/.exec(section(body, 'DAYLIGHT') ?? '')?.[1] ?? NaN),
  }
  const candidates = [foundationZone, ...Intl.supportedValuesOf('timeZone')]
  return candidates.find((zone) => follows(zone, rules)) ?? foundationZone
}

function follows(zone: string, { standard, daylight, begins }: Rules): boolean {
  const year = new Date().getUTCFullYear()
  const at = (month: number, day: number) => offsetAt(new Date(Date.UTC(year, month, day)), zone)
  const winterAndSummer = [at(0, 15), at(6, 15)].toSorted((a, b) => a - b)
  const expected = [standard, daylight ?? standard].toSorted((a, b) => a - b)
  if (winterAndSummer.join() !== expected.join()) return false
  if (daylight === undefined || begins === undefined || Number.isNaN(begins)) return true
  return at(begins - 1, 1) === standard && at(begins, 2) === daylight
}

/** The newest section of that name: a definition may start with historical rules. */
function section(body: string, name: string): string | undefined {
  return [...body.matchAll(new RegExp(`^BEGIN:${name}\\n([\\s\\S]*?)^END:${name}`, 'gm'))].at(
    -1,
  )?.[1]
}

function offsetOf(rules: string | undefined): number | undefined {
  const match = /^TZOFFSETTO:([+-])(\d{2})(\d{2})/m.exec(rules ?? '')
  if (!match) return undefined
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return (match[1] === '-' ? -minutes : minutes) * 60_000
}
