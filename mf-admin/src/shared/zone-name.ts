import { dateFormat } from '@portal/domain/date-format'

/** `Pacific Time`: what the people of a zone call their clock. */
export function zoneName(timeZone: string): string {
  return (
    dateFormat({ timeZone, timeZoneName: 'longGeneric' })
      .formatToParts(new Date())
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  )
}
