import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { renewFeed } from '@portal/contract/feeds'
import { startNotices } from '@portal/contract/notices'
import { askQuestion, listQuestions } from '@portal/contract/questions'
import { listReplies, saveOwnReply } from '@portal/contract/replies'
import { expect, it, onTestFinished } from 'vitest'
import { openSqliteStore } from '../../src/adapters/sqlite/sqlite-document-store.ts'
import {
  account,
  anotherInstance,
  meeting,
  noticesWorld,
  quarter,
} from '../../src/features/notices/notices-fixture.ts'
import { temporaryFolder } from '../../src/platform/files/temporary-folder.ts'
import type { TestApi } from '../../src/testing/test-api.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const params = { meeting }
const time = { date: '2026-12-10', time: '09:00', endTime: '12:00' }

/** What the jobs of a portal do. */
async function sendDue({ features }: TestApi): Promise<void> {
  await features.notices.prepareDue()
  await features.feeds.inviteDue()
  await features.mail.sendDue()
}

/** Who was sent what. */
const sent = ({ mails }: TestApi) => mails.map(({ id, to }) => `${id.split('-')[0]} ${to}`)

it('sends nothing twice after a restore, and loses no reply, question or feed', async () => {
  const folder = temporaryFolder()
  const [dataFolder, target] = [join(folder, 'data'), join(folder, 'backup')]
  mkdirSync(dataFolder)
  const world = await noticesWorld({
    ports: { store: openSqliteStore({ path: join(dataFolder, 'portal.sqlite') }) },
  })
  await world.admin(startNotices, { params })
  await world.change({ location: 'By video' })
  const ann = world.api.call(account('ann'))
  const reply = { answer: 'video', time } as const
  await ann(saveOwnReply, { params, body: reply, revision: 'new' })
  const asked = {
    id: crypto.randomUUID(),
    item: 'welcome',
    text: 'Why?',
    audience: 'item',
  } as const
  await ann(askQuestion, { params: quarter, body: asked })
  const { path } = await ann(renewFeed, { body: { nonce: 'n'.repeat(22) } })
  await world.api.features.notices.prepareDue()
  await makeBackup({ dataFolder, target, now: world.now })

  // The invitations, the digests and the reminders go out after the backup was made.
  for (const at of ['2026-11-20T08:00', '2026-12-03T08:00']) {
    world.at(at)
    await sendDue(world.api)
  }
  const before = sent(world.api)
  expect(before.filter((mail) => mail.endsWith('ben@larkspur.example'))).toHaveLength(3)
  await world.api.close()

  world.at('2026-12-03T12:00')
  await restoreBackup({ backup: target, dataFolder, replace: true, now: world.now })
  const store = openSqliteStore({ path: join(dataFolder, 'portal.sqlite') })
  const restored = await anotherInstance({ store }, world.now)
  onTestFinished(() => restored.close())
  await sendDue(restored)
  world.at('2026-12-04T08:00')
  await sendDue(restored)
  expect(sent(restored)).toEqual([])

  const { replies } = await restored.call('admin')(listReplies, { params })
  expect(replies.find(({ person }) => person === 'ann')).toMatchObject({ answer: 'video' })
  const { questions } = await restored.call(account('ann'))(listQuestions, { params: quarter })
  expect(questions).toMatchObject([{ text: 'Why?' }])
  expect((await restored.request(path)).status).toBe(200)

  // What happens from now on is mailed.
  world.at('2026-12-09T08:00')
  await sendDue(restored)
  expect(sent(restored)).toContain('digest ben@larkspur.example')
})
