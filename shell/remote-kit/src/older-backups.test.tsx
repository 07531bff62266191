import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OlderBackups } from './older-backups.tsx'
import { type Portal, PortalContext } from '@portal/remote-kit/portal'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-29T02:00:00Z') }))
afterEach(() => void vi.useRealTimers())

/** The text on a portal whose operator keeps backups this long. */
function shown(backupDays: number | undefined, isLater = false): string | null {
  const config = { foundation: { timeZone: 'America/Los_Angeles' }, backupDays }
  render(
    <PortalContext value={{ config } as unknown as Portal}>
      <OlderBackups what="your notes" isLater={isLater} />
    </PortalContext>,
  )
  return screen.getByText(/backups/i).textContent
}

it('names the day when the last backup from before is deleted, by the foundation’s calendar', () => {
  expect(shown(14)).toBe(
    'Backups that were made before still contain your notes. The last one is deleted by 13 December.',
  )
})

it('says who decides if the operator has not set how long backups are kept', () => {
  expect(shown(undefined)).toBe(
    'Backups that were made before still contain your notes. Whoever runs the portal decides how long they are kept.',
  )
})

it('counts the days for what is erased later', () => {
  expect(shown(14, true)).toBe(
    'Backups that were made before still contain your notes. The last one is deleted 15 days later.',
  )
})
