import { createHash } from 'node:crypto'
import { escapeText } from './escape-text.ts'

type Parts = {
  foundation: string
  /** Of the foundation's own look, if it has one. */
  branding: { sheetUrl: string | undefined; iconUrl: string } | undefined
}

export type LinkPage = {
  title: string
  /** As HTML. */
  main: string
}

export type LinkPages = ReturnType<typeof createLinkPages>

/** The pages of signed links in mails: plain HTML that needs no script. */
export function createLinkPages({ foundation, branding }: Parts) {
  const icon = branding && `<link rel="icon" href="${escapeText(branding.iconUrl)}">`
  const sheet =
    branding?.sheetUrl && `<link rel="stylesheet" href="${escapeText(branding.sheetUrl)}">`
  return ({ title, main }: LinkPage, status = 200) =>
    new Response(
      '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
        '<meta name="viewport" content="width=device-width, initial-scale=1">' +
        '<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">' +
        `<title>${escapeText(title)} - ${escapeText(foundation)}</title>` +
        `${icon ?? ''}<style>${style}</style>${sheet ?? ''}` +
        `</head><body><header>${escapeText(foundation)}</header><main>${main}</main></body></html>`,
      {
        status,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy,
          'cache-control': 'no-store',
          // The address acts for the person.
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
        },
      },
    )
}

/** While the portal can't do what a link is for. `more`: another sentence of its own. */
export function busyPage(more = ''): LinkPage {
  return {
    title: 'Please try again',
    main: `<h1>The portal can’t do this at the moment</h1><p>Please try again in a few minutes, with the link in the mail.${more}</p>`,
  }
}

/** The colors of `tokens.css`, which these pages don't load. */
const style = `:root{color-scheme:light dark;--paper:light-dark(#faf8f4,#14181a);--surface:light-dark(#fff,#1b2124);--ink:light-dark(#1c2426,#ece8e0);--line:light-dark(#85837a,#78848a);--accent:light-dark(#1d4f45,#8fd0bf);--on-accent:light-dark(#fff,#0d2621);--accent-wash:light-dark(#e6efec,#1c302c);--good:light-dark(#17592e,#86d49f);--good-wash:light-dark(#e7f3ea,#17301f);--warn:light-dark(#6b4300,#f0c069);--warn-wash:light-dark(#fdf3dc,#33280f);--focus:light-dark(#0b57d0,#9cc2ff)}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1.25rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header,main{max-width:40rem;margin:0 auto;padding:1.5rem 1.25rem}header{padding-bottom:0;font-weight:600}
h1{margin:0 0 1rem;font:600 2rem/1.2 Georgia,serif}h2{margin:0;font:600 1.5rem/1.3 Georgia,serif}p{margin:.5rem 0}
.meeting{margin-bottom:1.5rem}p+form{margin-top:1.5rem}.notice{margin:0 0 1.5rem;padding:1rem;border:2px solid;border-radius:10px}.good{background:var(--good-wash);color:var(--good)}.warn{background:var(--warn-wash);color:var(--warn)}
fieldset{margin:0 0 1.5rem;padding:0;border:0;display:grid;gap:.75rem}legend{padding:0;margin-bottom:.75rem;font-weight:600}
fieldset label{display:flex;align-items:center;gap:1rem;min-height:3.5rem;padding:.5rem 1rem;background:var(--surface);border:2px solid var(--line);border-radius:10px}
fieldset label:has(:checked){border-color:var(--accent);background:var(--accent-wash);font-weight:600}
input[type=radio]{flex:none;width:1.5rem;height:1.5rem;margin:0;accent-color:var(--accent)}
.note{display:grid;gap:.5rem;margin-bottom:1.5rem}textarea{width:100%;padding:.75rem;font:inherit;color:inherit;background:var(--surface);border:2px solid var(--line);border-radius:6px}
button{width:100%;min-height:3.5rem;padding:.75rem 1.5rem;font:600 1.25rem system-ui,sans-serif;color:var(--on-accent);background:var(--accent);border:0;border-radius:6px;cursor:pointer}
a{color:var(--accent);display:inline-block;padding:.75rem 0}:focus-visible{outline:3px solid var(--focus);outline-offset:3px}`

const styleHash = createHash('sha256').update(style).digest('base64')

/** No script, and only this style sheet and the foundation's. */
const policy = `default-src 'none'; style-src 'self' 'sha256-${styleHash}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
