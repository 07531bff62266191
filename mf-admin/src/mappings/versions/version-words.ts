import { counted } from '@portal/domain/counted'
import { sizeText } from '@portal/domain/file-size'
import { isShownElsewhere } from '@portal/domain/paper-problem'
import { isolated } from '@portal/domain/shown-text'
import type { MappedSlot, PaperVersion } from '@portal/contract/paper-versions'
import { dateTimeText } from '@portal/domain/time-text'

/** "Arrived 22 November 2026, 1:30 AM" by the clocks of a zone. */
export function arrivalText({ arrived_at: at }: PaperVersion, timeZone: string): string {
  return at === undefined
    ? 'Arrived before the portal kept versions'
    : `Arrived ${dateTimeText(at, timeZone)}`
}

/** "Changed 21 November 2026, 1:30 AM · 6 pages · 1.2 MB" */
export function versionFacts(
  version: Pick<
    PaperVersion,
    'modified_time' | 'pages' | 'size' | 'condition' | 'too_large' | 'damaged'
  >,
  timeZone: string,
): string {
  const { modified_time: changed, pages, size, condition, damaged } = version
  const isBroken = condition === 'broken' && !version.too_large
  return [
    `Changed ${dateTimeText(changed, timeZone)}`,
    ...(pages ? [counted(pages, 'page')] : []),
    ...(size === undefined ? [] : [sizeText(size)]),
    ...(condition === 'encrypted' ? ['Protected with a password'] : []),
    ...(isShownElsewhere(condition) ? ['Opens only in Adobe Acrobat Reader'] : []),
    ...(version.too_large ? ['The file expands to more than can be opened'] : []),
    ...(isBroken ? ['The file is broken'] : []),
    ...(damaged ? ['The portal’s copy is damaged'] : []),
  ].join(' · ')
}

/** "Mapped to Cash Flow Summary on 22 November 2026, 1:30 AM by ruth.abelman@larkspur.example." */
export function mappedText({ title, at, by }: MappedSlot, timeZone: string): string {
  const when = at === undefined ? '' : ` on ${dateTimeText(at, timeZone)}`
  return `Mapped to ${isolated(title)}${when}${by === undefined ? '' : ` by ${isolated(by)}`}.`
}
