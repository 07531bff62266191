import { counted } from '@portal/domain/counted'
import { sizeText } from '@portal/domain/file-size'
import { isApiError } from '@portal/contract/client'
import { exportKeptDays, type PortalExport } from '@portal/contract/portal-exports'
import { dateText, dateTimeText } from '@portal/domain/time-text'

export const exportsSentences = {
  started: 'The export has started.',
  deleted: 'The export is deleted.',
  startFailed: 'The export could not be started. Please try again.',
  deleteFailed: 'The export could not be deleted. Please try again.',
  kept: `A finished export can be downloaded for ${exportKeptDays} days. Then the portal deletes it.`,
}

export function downloadFailure(error: unknown): string {
  return isApiError(error)
    ? error.message
    : 'The archive could not be downloaded. Please try again.'
}

/** `export of 20 November 2026, 10:00 AM` */
export function exportName({ startedAt }: PortalExport, timeZone: string): string {
  return `export of ${dateTimeText(startedAt, timeZone)}`
}

/** An export's state in one line. */
export function exportState(one: PortalExport, timeZone: string): string {
  const { status, startedBy, size, expiresAt, message } = one
  if (status === 'running') return `Started by ${startedBy}`
  if (status === 'failed') return message ?? 'The export failed. Please start it again.'
  const until = expiresAt === undefined ? '' : `, kept until ${dateText(expiresAt, timeZone)}`
  return `${sizeText(size ?? 0)}, started by ${startedBy}${until}`
}

export function damagedText(count: number): string {
  const papers = counted(count, 'paper is', 'papers are')
  return `${papers} listed without a file, because the portal’s own is damaged or missing.`
}
