import { expect, it } from 'vitest'
import { backupExpiryCheck } from './backup-expiry-check.ts'
import { runChecks } from './finding.ts'

const folder = '/var/backups/board-portal'

/** What the doctor finds on 28 November if the oldest backup is of this time. */
async function found(days: number | undefined, oldest?: string) {
  const at = oldest === undefined ? undefined : new Date(oldest)
  const now = () => new Date('2026-11-28T12:00:00Z')
  return (await runChecks([backupExpiryCheck({ days, folder, oldest: () => at, now })]))[0]!
}

it('accepts backups up to the day that people are told', async () => {
  expect(await found(14)).toMatchObject({ verdict: 'ok' })
  expect(await found(14, '2026-11-13T12:00:00Z')).toEqual({
    part: 'expiry',
    verdict: 'ok',
    message: 'people are told that backups are deleted after 14 days',
  })
})

it('warns about a backup that is kept longer', async () => {
  const { verdict, message } = await found(14, '2026-11-13T11:59:00Z')
  expect(verdict).toBe('caution')
  expect(message).toContain(`but one in ${folder} is of 2026-11-13T11:59:00.000Z`)
})

it('warns if people can’t be told a day', async () => {
  expect(await found(undefined)).toMatchObject({
    verdict: 'caution',
    message: expect.stringContaining('Set BACKUP_DAYS'),
  })
})
