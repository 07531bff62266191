import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../../src/adapters/sqlite/sqlite-document-store.ts'
import { inState, mailsCollection } from '../../src/features/mail/stored-mail.ts'
import { temporaryFolder } from '../../src/platform/files/temporary-folder.ts'
import { holdMails } from './hold-mails.ts'

it('leaves no mail of a restored backup to be sent again', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'portal.sqlite')
  const at = '2026-11-02T09:00:00.000Z'
  const before = openSqliteStore({ path })
  for (const state of ['waiting', 'sending', 'sent', 'failed'] as const) {
    await mailsCollection.in(before).create(state, {
      kind: 'digest',
      person: 'maria',
      to: { name: 'Maria', address: 'maria@larkspur.example' },
      subject: 'New papers',
      content: { blocks: [] },
      unsubscribable: true,
      ...inState(state, at),
      ...(state === 'waiting' ? { due: at } : {}),
      at,
      until: at,
      attempts: 0,
    })
  }
  await before.close()
  expect(await holdMails(folder, new Date(at))).toBe(2)
  const store = openSqliteStore({ path })
  const { documents } = await mailsCollection.in(store).list()
  await store.close()
  expect(documents.map(({ id, state, due }) => [id, state, due])).toEqual([
    ['failed', 'failed', undefined],
    ['sending', 'unknown', undefined],
    ['sent', 'sent', undefined],
    ['waiting', 'unknown', undefined],
  ])
})
