import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { temporaryFolder } from './platform/files/temporary-folder.ts'
import { createLog } from './platform/log.ts'
import { startPortal } from './start-portal.ts'

const now = () => new Date()

/** Starts on a machine where one path doesn’t respond, and the shell is missing. */
function startWithout(unresponsive: string, env: Record<string, string>) {
  const lines: string[] = []
  const log = createLog((line) => void lines.push(line), now)
  const lookAtPaths = async (paths: string[]) =>
    paths.map((path) => (path === unresponsive ? ('silent' as const) : ('unknown' as const)))
  const shell = { SHELL_FOLDER: '/nowhere' }
  return { lines, started: startPortal({ ...shell, ...env }, { log, now, lookAtPaths }) }
}

it('is refused if the data folder doesn’t respond, before anything is written', async () => {
  const DATA_FOLDER = temporaryFolder()
  const { started } = startWithout(DATA_FOLDER, { DATA_FOLDER })
  await expect(started).rejects.toThrow(
    `${DATA_FOLDER}, which DATA_FOLDER names, didn’t respond within 5 s.`,
  )
  expect(readdirSync(DATA_FOLDER)).toEqual([])
})

it('continues with a warning if it is the folder of the backups, which the portal doesn’t use', async () => {
  const env = { DATA_FOLDER: temporaryFolder(), BACKUP_FOLDER: '/mnt/backups' }
  const { started, lines } = startWithout('/mnt/backups', env)
  await expect(started).rejects.toThrow('There is no shell in /nowhere')
  expect(lines.join()).toContain('/mnt/backups, which BACKUP_FOLDER names, didn’t respond')
})
