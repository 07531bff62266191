import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mailSuite, message } from '../../features/mail/mail-suite.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { folderMail } from './folder-mail.ts'

mailSuite('an outbox folder', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'board-portal-test-'))
  const folder = join(parent, 'outbox')
  return {
    mail: folderMail(folder),
    async arrived() {
      const names = await readdir(folder).catch(() => [])
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    },
    async breakDown() {
      await rm(folder, { recursive: true, force: true })
      await writeFile(folder, 'in the way')
    },
    close: () => rm(parent, { recursive: true }),
  }
})

it('replaces the file of a message that is sent again, and names each by its id', async () => {
  const folder = temporaryFolder()
  const mail = folderMail(folder)
  for (const id of ['notice/1', 'notice/1', 'notice:1']) {
    await mail.send(message(id), async () => {})
  }
  expect((await readdir(folder)).map((name) => name.replace(/-[0-9a-f]{8}\.eml$/, ''))).toEqual([
    'notice-1',
    'notice-1',
  ])
})
