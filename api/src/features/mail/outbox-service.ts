import type {
  ListedMail,
  MailBlock,
  MailContent,
  MailState,
  ShownMail,
} from '@portal/contract/mail'
import type { Person } from '@portal/contract/portal'
import { counted } from '@portal/domain/counted'
import { mustManagePortal } from '../../access.ts'
import type { DocumentStore, Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import type { MailQueue } from './mail-queue.ts'
import { testMail } from './test-mail.ts'
import { mailRunCollection, mailRunId, mailsCollection, type StoredMail } from './stored-mail.ts'

type Parts = {
  store: DocumentStore
  queue: MailQueue
  mode: 'off' | 'outbox' | 'smtp'
  from: { name: string; address: string }
  foundation: string
  portalUrl: string
}

/** What admins see of the mails, and do with them. */
export function createOutboxService(parts: Parts) {
  const { store, queue, mode, from, foundation, portalUrl } = parts

  return {
    async list(
      by: Person,
      {
        state,
        limit,
        after,
      }: { state?: MailState | undefined; limit: number; after?: string | undefined },
    ) {
      mustManagePortal(by)
      const range =
        state === undefined
          ? { orderBy: 'at' }
          : { orderBy: 'byState', from: `${state} `, to: `${state}!` }
      const page = { ...range, descending: true, limit, ...(after === undefined ? {} : { after }) }
      const [{ documents, next }, run] = await Promise.all([
        mailsCollection.in(store).findAll(page),
        mailRunCollection.in(store).get(mailRunId),
      ])
      const { failing } = run ?? {}
      return {
        mails: documents.map(shownInList),
        ...(next === undefined ? {} : { next }),
        mode,
        ...(failing ? { failing: { since: failing.since, reason: failing.reason } } : {}),
      }
    },

    async get(by: Person, id: string): Promise<ShownMail> {
      mustManagePortal(by)
      const mail = await mailsCollection.in(store).get(id)
      if (!mail) throw noMail()
      const { unsubscribable } = mail
      return {
        ...shownInList(mail),
        from,
        content: contentForAdmins(mail.content, portalUrl),
        hasCalendar: mail.calendar !== undefined,
        unsubscribable,
      }
    },

    async sendAgain(by: Person, id: string, evenIfUnknown: boolean): Promise<ListedMail> {
      return shownInList(await queue.sendAgain(by, id, evenIfUnknown))
    },

    async sendTest(by: Person, id: string): Promise<ListedMail> {
      mustManagePortal(by)
      if (mode === 'off') throw new Refusal('conflict', 'Mail is switched off.')
      const mail = `test-${by.uid}-${id}`
      const name = by.displayName ?? by.email
      const queued = await store.transaction(async (transaction) => {
        await queue.queue(transaction, [
          {
            id: mail,
            kind: 'test',
            person: by.uid,
            to: { name, address: by.email },
            ...testMail({ name, foundation, portalUrl }),
            unsubscribable: false,
          },
        ])
        await tryNow(transaction)
        return mailsCollection.in(transaction).get(mail)
      })
      queue.wake()
      return shownInList(queued!)
    },
  }
}

/** Whoever has just repaired the mail server needn’t wait for the next attempt. */
async function tryNow(transaction: StoreOperations): Promise<void> {
  const records = mailRunCollection.in(transaction)
  const run = await records.get(mailRunId)
  if (!run?.failing) return
  const failing = { ...run.failing, pausedUntil: run.failing.since }
  await records.update(mailRunId, { ...bodyOf(run), failing }, run.revision)
}

function shownInList(mail: Stored<StoredMail>): ListedMail {
  const { id, kind, person, to, subject, state, at, changedAt, due, reply } = mail
  return {
    id,
    kind,
    person,
    name: to.name,
    address: to.address,
    subject,
    state,
    at,
    ...(changedAt === undefined ? {} : { changedAt }),
    ...(due === undefined ? {} : { due }),
    ...(reply === undefined ? {} : { reply: withoutControl(reply) }),
  }
}

/** What a mail shows to an admin, who isn’t its reader. */
function contentForAdmins({ greeting, blocks }: MailContent, portalUrl: string): MailContent {
  return {
    ...(greeting === undefined ? {} : { greeting }),
    blocks: blocks.map((block) => blockForAdmins(block, portalUrl)),
  }
}

function blockForAdmins(block: MailBlock, portalUrl: string): MailBlock {
  switch (block.type) {
    case 'heading':
      return block
    case 'paragraph':
      return block.isPrivate ? { type: 'paragraph', text: privateLines(1) } : block
    case 'list': {
      const shown = block.lines.filter(({ isPrivate }) => !isPrivate)
      const hidden = block.lines.length - shown.length
      const lines = shown.map(({ href, ...line }) => ({ ...line, ...harmless(href, portalUrl) }))
      return {
        type: 'list',
        lines: hidden === 0 ? lines : [...lines, { text: privateLines(hidden) }],
      }
    }
    case 'button': {
      const { href } = harmless(block.href, portalUrl)
      return { type: 'button', text: block.text, href: href ?? '' }
    }
    case 'passwordButton':
      return { type: 'button', text: block.text, href: '' }
  }
}

function privateLines(count: number): string {
  return counted(count, 'private line')
}

/** Only an address of the portal that says nothing about its reader: a signed link acts for whoever opens it. */
function harmless(href: string | undefined, portalUrl: string): { href?: string } {
  const address = href === undefined ? null : URL.parse(href)
  if (!address || address.origin !== URL.parse(portalUrl)?.origin) return {}
  const isPlain = address.search === '' && address.hash === '' && !/[^/]{40}/.test(address.pathname)
  return isPlain ? { href: address.href } : {}
}

function withoutControl(text: string): string {
  // oxlint-disable-next-line no-control-regex -- a server sends what it likes
  return text.replaceAll(/[\u0000-\u001F\u007F]+/g, ' ').trim()
}

function noMail(): Refusal {
  return new Refusal('notFound', 'This mail no longer exists.')
}
