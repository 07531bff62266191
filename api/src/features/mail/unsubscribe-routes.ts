import { hash } from 'node:crypto'
import type { MailKind } from '@portal/contract/mail'
import { escapeText } from '../../platform/http/escape-text.ts'
import type { ServePlain } from '../../platform/http/plain-route.ts'
import type { Unsubscribed } from './unsubscribed.ts'

type Parts = { unsubscribed: Unsubscribed; foundation: string; portalUrl: string }

/**
 * The page behind *Stop messages of this kind*, and the one click of mail programs (RFC 8058), at the same address. Only
 * a POST changes something: programs that check mails open every link.
 */
export function unsubscribeRoutes(
  plain: ServePlain,
  { unsubscribed, foundation, portalUrl }: Parts,
): void {
  const busy = () => page(503, foundation, notNow)
  plain(
    ['GET'],
    '/unsubscribe/:token',
    (c) => {
      const link = unsubscribed.read(c.req.param('token') ?? '')
      if (!link) return page(410, foundation, expired(portalUrl))
      const { kind, person } = link
      if (unsubscribed.has(person, kind)) return page(200, foundation, done(kind, portalUrl))
      return page(200, foundation, question(kind))
    },
    busy,
  )
  plain(
    ['POST'],
    '/unsubscribe/:token',
    async (c) => {
      const link = unsubscribed.read(c.req.param('token') ?? '')
      if (!link) return page(410, foundation, expired(portalUrl))
      await unsubscribed.add(link)
      return page(200, foundation, done(link.kind, portalUrl))
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

const question = (kind: MailKind) => `<h1>Stop these messages?</h1>
<p>Press the button if you no longer want ${kindNames[kind]} by e-mail. Everything stays on the portal.</p>
<form method="post"><button type="submit">Stop these messages</button></form>`

const done = (kind: MailKind, portalUrl: string) => `<h1>You won’t get these messages any more</h1>
<p>You will no longer get ${kindNames[kind]} by e-mail. You can change this on the portal at any time.</p>
<p><a href="${escapeText(portalUrl)}">Open the portal</a></p>`

const expired = (portalUrl: string) => `<h1>This link is no longer valid</h1>
<p>Please choose on the portal which messages you want.</p>
<p><a href="${escapeText(portalUrl)}">Open the portal</a></p>`

const notNow = `<h1>The portal can’t do this at the moment</h1>
<p>Please try again in a few minutes, with the link in the mail.</p>`

const style = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 32px 16px; font: 18px/1.5 system-ui, sans-serif; }
header, main { max-width: 34rem; margin: 0 auto; overflow-wrap: anywhere; }
header { font-weight: 600; }
h1 { line-height: 1.25; }
button { min-height: 48px; padding: 0 24px; font: inherit; font-weight: 600; }
`
const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

function page(status: number, foundation: string, content: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeText(foundation)}</title>
<style>${style}</style>
</head>
<body>
<header>${escapeText(foundation)}</header>
<main>
${content}
</main>
</body>
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    // The address acts for the person.
    'referrer-policy': 'no-referrer',
  }
  return new Response(html, { status, headers })
}
