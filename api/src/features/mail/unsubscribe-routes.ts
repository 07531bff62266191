import type { MailKind } from '@portal/contract/mail'
import { busyPage, type LinkPage, type LinkPages } from '../../platform/http/link-page.ts'
import type { ServePlain } from '../../platform/http/plain-route.ts'
import type { Unsubscribed } from './unsubscribed.ts'

type Parts = { unsubscribed: Unsubscribed; linkPage: LinkPages }

/**
 * The page behind *Stop messages of this kind*, and the one click of mail programs (RFC 8058), at the same address. Only
 * a POST changes something: programs that check mails open every link.
 */
export function unsubscribeRoutes(plain: ServePlain, { unsubscribed, linkPage }: Parts): void {
  const busy = () => linkPage(busyPage(), 503)
  plain(
    ['GET'],
    '/unsubscribe/:token',
    (c) => {
      const link = unsubscribed.read(c.req.param('token') ?? '')
      if (!link) return linkPage(expired, 410)
      const { kind, person } = link
      if (unsubscribed.has(person, kind)) return linkPage(done(kind))
      return linkPage(question(kind))
    },
    busy,
  )
  plain(
    ['POST'],
    '/unsubscribe/:token',
    async (c) => {
      const link = unsubscribed.read(c.req.param('token') ?? '')
      if (!link) return linkPage(expired, 410)
      await unsubscribed.add(link)
      return linkPage(done(link.kind))
    },
    busy,
  )
}

/** As the sentences name them. */
const kindNames: Record<MailKind, string> = {
  digest: 'the digest of what is new',
  reminder: 'reminders before a meeting',
  'formal-notice': 'formal notices of meetings',
  calendar: 'invitations for your calendar',
  'reply-request': 'requests for a reply',
  question: 'messages about questions',
  account: 'messages about your account',
  test: 'test messages',
}

const question = (kind: MailKind): LinkPage => ({
  title: 'Stop these messages?',
  main: `<h1>Stop these messages?</h1><p>Press the button if you no longer want ${kindNames[kind]} by e-mail.</p><form method="post"><button type="submit">Stop these messages</button></form>`,
})

const done = (kind: MailKind): LinkPage => ({
  title: 'You won’t get these messages any more',
  main: `<h1>You won’t get these messages any more</h1><p>You will no longer get ${kindNames[kind]} by e-mail. You can change this on the portal at any time.</p>${openPortal}`,
})

const openPortal = '<p><a href="/">Open the portal</a></p>'

const expired: LinkPage = {
  title: 'This link is no longer valid',
  main: `<h1>This link is no longer valid</h1><p>Please choose on the portal which messages you want.</p>${openPortal}`,
}
