import { bodyOf } from '../../platform/store/stored-body.ts'
import type { MailKind } from '@portal/contract/mail'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import type { AppParts } from '../../platform/app-parts.ts'
import { publicUrlOf } from '../../platform/env/env.ts'
import { ignoring } from '../../refusal.ts'
import { composeMail } from './compose-mail.ts'
import { createMailQueue } from './mail-queue.ts'
import { createMailSending } from './mail-sending.ts'
import type { Mail } from './mail.ts'
import {
  type MailRun,
  mailRunCollection,
  mailRunId,
  unsubscribedCollection,
} from './stored-mail.ts'

export type { Mail, MailOutcome, MessageToSend } from './mail.ts'
export type { QueuedMail, QueuedState } from './mail-queue.ts'

/** What other features use. */
export type MailService = ReturnType<typeof createMail>['mail']

type Parts = {
  mail: Mail | undefined
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Mail to people: queued in the transaction of what it is about, and sent by a job. */
export function createMail(parts: AppParts, { mail: port, wait }: Parts) {
  const { store, settings, now, log } = parts
  const { foundation } = settings
  const unsubscribed = unsubscribedCollection.hot(store)
  const hasUnsubscribed = (person: string, kind: MailKind) =>
    unsubscribed.get(person)?.kinds.includes(kind) ?? false
  const { from, perMinute } = settings.mail
  const frame = {
    foundation: foundation.name,
    portalUrl: publicUrlOf(settings),
    accent: foundation.accent ?? '#1d4f45',
  }
  const sending = createMailSending({
    store,
    mail: port,
    from: from.address,
    perMinute,
    compose: (mail) =>
      composeMail(mail.id, mail, { ...frame, from, unsubscribe: undefined, at: now() }),
    ...(wait ? { wait } : {}),
    now,
    log,
  })
  const isOn = port !== undefined
  const queue = createMailQueue({ store, isOn, hasUnsubscribed, wake: sending.job.runNow, now })

  /** Stores since when mail is on. Several instances that start at once store it once. */
  const noteOn = () =>
    store.transaction(async (transaction) => {
      const run = await mailRunCollection.in(transaction).get(mailRunId)
      if ((run?.onSince !== undefined) === isOn) return
      const { onSince: _, ...body } = run ? (bodyOf(run) as MailRun) : {}
      const changed = { ...body, ...(isOn ? { onSince: now().toISOString() } : {}) }
      await mailRunCollection.in(transaction).put(mailRunId, changed, run)
    })
  const ready = Promise.all([unsubscribed.ready, noteOn().catch(ignoring('conflict', 'stale'))])
  ready.catch(() => undefined)

  return {
    ready,
    jobs: [sending.job],
    stop: () => port?.close(),
    /** Sends what is due now; resolves when it was sent. */
    sendDue: sending.run,
    mail: {
      /** Null while mail is off. Nothing that happened before is mailed. */
      async onSince(): Promise<Date | null> {
        if (!isOn) return null
        const run = await mailRunCollection.in(store).get(mailRunId)
        return run?.onSince === undefined ? null : new Date(run.onSince)
      },
      /** The kinds of mail that a person has unsubscribed from, by a link or elsewhere. */
      unsubscribedFrom: (person: string) => unsubscribed.get(person)?.kinds ?? [],
      /** Takes back what a person has unsubscribed from, in the caller's transaction. */
      async subscribe(transaction: StoreOperations, person: string, kinds: readonly MailKind[]) {
        const records = unsubscribedCollection.in(transaction)
        const stored = await records.find(person)
        const left = stored?.kinds.filter((kind) => !kinds.includes(kind)) ?? []
        if (!stored || left.length === stored.kinds.length) return
        await records.update(person, { kinds: left }, stored.revision)
      },
      ...queue,
    },
  }
}
