import path from 'node:path'
import { openSqliteStore } from '../../src/adapters/sqlite/sqlite-document-store.ts'
import { skipSequences } from '../../src/features/feeds/feeds-feature.ts'
import {
  inState,
  mailRunCollection,
  mailRunId,
  mailsCollection,
  type StoredMail,
} from '../../src/features/mail/stored-mail.ts'
import { bodyOf } from '../../src/platform/store/stored-body.ts'

/**
 * Mails that waited when the backup was made may have been sent since, so they are *unknown*: an admin decides whether
 * to send them again. Other mails may have been prepared and sent after the backup, so nothing that happened before the
 * restore is mailed. Returns the number of unknown mails.
 */
export async function holdMails(dataFolder: string, now: Date): Promise<number> {
  const store = openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') })
  let held = 0
  try {
    const mails = mailsCollection.in(store)
    for (const state of ['waiting', 'sending']) {
      for await (const page of mails.pages({ where: { state } })) {
        for (const mail of page) {
          const { due: _, ...body } = bodyOf(mail) as StoredMail
          await mails.update(
            mail.id,
            {
              ...body,
              ...inState('unknown', mail.at),
              changedAt: now.toISOString(),
              reply:
                'It was waiting in the backup that was restored, and may have been sent since.',
            },
            mail.revision,
          )
          held += 1
        }
      }
    }
    const runs = mailRunCollection.in(store)
    const run = await runs.get(mailRunId)
    if (run?.onSince !== undefined) {
      await runs.update(mailRunId, { onSince: now.toISOString() }, run.revision)
    }
    await skipSequences(store)
  } finally {
    await store.close()
  }
  return held
}
