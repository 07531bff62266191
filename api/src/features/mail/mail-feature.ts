import {
  getMail,
  listMails,
  type MailKind,
  sendMailAgain,
  sendTestMail,
} from '@portal/contract/mail'
import type { AppParts } from '../../platform/app-parts.ts'
import { publicUrlOf } from '../../platform/env/env.ts'
import type { LinkPages } from '../../platform/http/link-page.ts'
import type { ServePlain } from '../../platform/http/plain-route.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../../platform/identity/accounts.ts'
import type { Stored } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import { composeMail, withLinks } from './compose-mail.ts'
import type { Colors } from './mail-template.ts'
import { createMailQueue, type QueuedMail } from './mail-queue.ts'
import { createMailRetention } from './mail-retention.ts'
import { createMailSending } from './mail-sending.ts'
import type { Mail } from './mail.ts'
import { createOnSince } from './on-since.ts'
import type { StoredMail } from './stored-mail.ts'
import { createOutboxService } from './outbox-service.ts'
import { frameOf } from './test-mail.ts'
import { createUnsubscribed } from './unsubscribed.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'

export type { Mail, MailOutcome } from './mail.ts'
export type { QueuedMail, QueuedState } from './mail-queue.ts'
export type { MailAbout, StoredMail } from './stored-mail.ts'
export { composeTestMail } from './test-mail.ts'
export { forgetMails, mailsOf } from './mails-of-person.ts'

type Remake = (
  mail: Stored<StoredMail>,
) => Promise<Pick<QueuedMail, 'subject' | 'content'> | undefined>

const unwanted = 'Its reader has stopped messages of this kind.'
const nothingLeft = 'Its reader can no longer open what it is about.'

/** What other features use. */
export type MailService = ReturnType<typeof createMail>['mail']

type Parts = {
  accounts: Pick<Accounts, 'get' | 'resetPassword'>
  mail: Mail | undefined
  /** The foundation’s, if it has its own. */
  colors?: Colors | undefined
  linkPage: LinkPages
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Mail to people: queued in the transaction of what it is about, and sent by a job. */
export function createMail(
  parts: AppParts,
  { mail: port, accounts, colors, linkPage, wait }: Parts,
) {
  const { store, settings, now, log } = parts
  const { foundation } = settings
  const portalUrl = publicUrlOf(settings)
  const unsubscribed = createUnsubscribed({ ...parts, portalUrl })
  const { from, perMinute } = settings.mail
  const frame = frameOf(settings, colors)
  /** The link is made while its mail is sent, so that it is stored nowhere. */
  const linkFor = async (uid: string): Promise<string> => {
    const account = await accounts.get(uid)
    if (!account || account.disabled) throw new Refusal('notFound', 'The account no longer exists.')
    const reset = await accounts.resetPassword(account.email, { onlyLink: true })
    if (reset.sent) throw new Refusal('conflict', 'The sign-in service makes no links.')
    return reset.link
  }
  const handedOver = parts.metrics.counter(
    'portal_mails_total',
    'Mails that this instance has tried to hand over, by what became of each.',
    ['state'],
  )
  /** By kind: what a queued message says now; undefined if nothing of it is for its reader any more. */
  const remakes = new Map<MailKind, Remake>()
  const isOn = port !== undefined
  const onSince = createOnSince({ store, isOn, now, log })
  /** What other features keep as long as mails. */
  const kept: ((before: Date) => Promise<void>)[] = []
  const retention = createMailRetention({ store, days: settings.mail.days, others: kept, now })
  const sending = createMailSending({
    store,
    before: async (signal) => {
      await onSince.note()
      await retention.run(signal)
    },
    mail: port,
    from: from.address,
    perMinute,
    compose: async (mail) => {
      const isUnwanted = mail.unsubscribable && unsubscribed.has(mail.person, mail.kind)
      if (isUnwanted) throw new Refusal('conflict', unwanted)
      const remake = remakes.get(mail.kind)
      const changed = await remake?.(mail)
      if (remake && !changed) throw new Refusal('notFound', nothingLeft)
      const { content, subject } = changed ?? mail
      const linked = { ...mail, subject, content: await withLinks(content, linkFor) }
      const bytes = await composeMail(mail.id, linked, {
        ...frame,
        from,
        unsubscribe: mail.unsubscribable ? unsubscribed.linkFor(mail.person, mail.kind) : undefined,
        at: now(),
      })
      return { bytes, ...(changed ? { changed } : {}) }
    },
    onEnd: (state) => handedOver.inc({ state }),
    ...(wait ? { wait } : {}),
    now,
    log,
  })
  const queue = createMailQueue({
    store,
    isOn,
    hasUnsubscribed: unsubscribed.has,
    wake: sending.job.runNow,
    now,
  })
  const mode = isOn ? (settings.mail.kind === 'smtp' ? 'smtp' : 'outbox') : 'off'
  const outbox = createOutboxService({
    store,
    queue,
    mode,
    from,
    foundation: foundation.name,
    portalUrl,
  })

  const ready = Promise.all([unsubscribed.ready, onSince.ready])
  ready.catch(() => undefined)

  return {
    routes(serve: Serve, plain: ServePlain) {
      serve(listMails, ({ person, query }) => outbox.list(person, query))
      serve(getMail, ({ person, params }) => outbox.get(person, params.id))
      serve(sendMailAgain, ({ person, params, body }) =>
        outbox.sendAgain(person, params.id, body.evenIfUnknown === true),
      )
      serve(sendTestMail, ({ person, body }) => outbox.sendTest(person, body.id))
      unsubscribeRoutes(plain, { unsubscribed, linkPage })
    },
    ready,
    jobs: [sending.job],
    stop: () => port?.close(),
    /** Sends what is due now; resolves when it was sent. */
    sendDue: sending.run,
    mail: {
      onSince: onSince.get,
      /** The kinds of mail that a person has unsubscribed from, by a link or elsewhere. */
      unsubscribedFrom: unsubscribed.kindsOf,
      subscribe: unsubscribed.subscribe,
      /**
       * Sets how messages of some kinds are made again just before they are sent: what they are about, or its reader’s
       * rights, may have changed. One that is of no use any more is refused with the reason.
       */
      remakeWith(kinds: readonly MailKind[], made: Remake) {
        for (const kind of kinds) remakes.set(kind, made)
      },
      /** Adds what is deleted at the age of mails: `forget` deletes what is older than a moment. */
      retainAlso: (forget: (typeof kept)[number]) => void kept.push(forget),
      ...queue,
    },
  }
}
