import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { backupName, backupsAhead, deleteOlderBackups, newestBackup } from './backup-folder.ts'

const today = new Date('2026-11-28T03:15:00Z')
const after = (days: number) => new Date(today.getTime() + days * 86_400_000)

/** A folder with backups that were begun this many days after today. */
function backupsOf(...days: number[]) {
  const folder = temporaryFolder()
  const add = (...more: number[]) => {
    for (const at of more) mkdirSync(path.join(folder, backupName(after(at))))
  }
  add(...days)
  return { folder, add, left: () => readdirSync(folder).toSorted() }
}

const names = (...days: number[]) => days.map((at) => backupName(after(at)))

describe('deleting what is older than some days', () => {
  it('keeps what was begun at most that many days before the newest', async () => {
    const { folder, left } = backupsOf(-33, -32, -31, -30, -29, -1, 0)
    // Two days without a backup are no gap.
    const at = after(0)
    expect(await deleteOlderBackups(folder, { days: 30, at })).toEqual(names(-33, -32, -31))
    expect(left()).toEqual(names(-30, -29, -1, 0))
  })

  it('deletes nothing for a week after the clock has jumped ahead by a year', async () => {
    const { folder, add, left } = backupsOf(-2, -1, 0, 365)
    for (const day of [366, 367, 368, 369, 370, 371]) {
      add(day)
      expect(await deleteOlderBackups(folder, { days: 30, at: after(day) })).toEqual([])
    }
    // By now somebody has noticed, or the portal was switched off for a year.
    add(372)
    await deleteOlderBackups(folder, { days: 30, at: after(372) })
    expect(left()).toEqual(names(365, 366, 367, 368, 369, 370, 371, 372))
  })

  it('deletes what is old while backups are rarer than daily', async () => {
    const { folder } = backupsOf(-42, -35, -28, -21, -14, -7, 0)
    const deleted = await deleteOlderBackups(folder, { days: 30, at: today })
    expect(deleted).toEqual(names(-42, -35))
  })
})

describe('backups that a wrong clock dated ahead', () => {
  it('aren’t counted as the newest, and don’t replace the one just made', async () => {
    const { folder, left } = backupsOf(-1, 0, 365)
    expect(newestBackup(folder, today)).toEqual(today)
    expect(await deleteOlderBackups(folder, { most: 1, at: today })).toEqual(names(-1))
    expect(left()).toEqual(names(0, 365))
    expect(backupsAhead(folder, today)).toEqual(names(365))
  })

  it('are kept by a clock that was set back', async () => {
    const { folder, left } = backupsOf(-400, -1, 0)
    expect(await deleteOlderBackups(folder, { most: 1, days: 30, at: after(-400) })).toEqual([])
    expect(left()).toEqual(names(-400, -1, 0))
  })
})
