import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Quarter, quarterName } from '@portal/domain/quarter'
import type { OwnPortal } from './fixtures.ts'

/** Leaves one event in the calendar: the board's meeting of a quarter, on the 11th of its last month. */
export async function scheduleMeeting(portal: OwnPortal, of: Quarter): Promise<void> {
  const day = `${of.year}${String(of.quarter * 3).padStart(2, '0')}11`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Larkspur//Board//EN',
    'BEGIN:VEVENT',
    'UID:board@larkspur.example',
    'DTSTAMP:20260101T000000Z',
    `DTSTART:${day}T170000Z`,
    `DTEND:${day}T200000Z`,
    `SUMMARY:${quarterName(of)} Board Meeting`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  writeFileSync(path.join(portal.dataFolder, 'calendar.ics'), lines.join('\r\n'))
  await portal.restart()
}
