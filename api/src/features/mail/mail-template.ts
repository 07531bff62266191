import type { MailBlock, MailContent, MailLine } from '@portal/contract/mail'
import { escapeToBuffer } from 'hono/utils/html'

export type MailFrame = {
  foundation: string
  /** Where people open the portal. */
  portalUrl: string
  /** With a contrast of at least 4.5:1 on each scheme’s backgrounds. */
  colors: Colors
}

type Shown = { accent: string; 'on-accent': string }
/** The accent, and what is written on it. */
export type Colors = { light: Shown; dark: Shown }

/** The portal’s own. */
export const defaultColors: Colors = {
  light: { accent: '#1d4f45', 'on-accent': '#ffffff' },
  dark: { accent: '#8fd0bf', 'on-accent': '#0d2621' },
}

type Frame = MailFrame & { unsubscribe: string | undefined }

/** One message as HTML and as text, from the same blocks. */
export function renderMail(
  subject: string,
  content: MailContent,
  frame: Frame,
): { html: string; text: string } {
  return { html: html(subject, content, frame), text: text(subject, content, frame) }
}

/** Programs that drop the style sheet show the colors for light, and the layout has no width of its own. */
function html(subject: string, { greeting, blocks }: MailContent, frame: Frame): string {
  const { foundation, portalUrl, unsubscribe, colors } = frame
  const style = styleSheet(colors)
  const parts = blocks.map(blockAsHtml).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeText(subject)}</title>
<style>${style}</style>
</head>
<body style="margin:0;padding:0">
<div class="page" role="article" lang="en" aria-label="${escapeText(subject)}">
<div class="mail">
<p class="name">${escapeText(foundation)}</p>
<h1>${escapeText(subject)}</h1>
${greeting === undefined ? '' : `<p>${escapeText(greeting)}</p>\n`}${parts}
<div class="foot">
<p>This message is from the <a href="${escapeText(portalUrl)}">board portal</a> of ${escapeText(foundation)}.</p>
${unsubscribe === undefined ? '' : `<p><a href="${escapeText(unsubscribe)}">Stop messages of this kind</a></p>\n`}</div>
</div>
</div>
</body>
</html>
`
}

/** The colors of `tokens.css`, on which the accent is measured: mail programs know no variables. */
function styleSheet({ light, dark }: Colors): string {
  return `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.page { background: #faf8f4; padding: 16px 8px; }
.mail { background: #ffffff; color: #1c2426; max-width: 600px; margin: 0 auto; padding: 24px 20px; font: 18px/1.5 -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; overflow-wrap: anywhere; border: 1px solid #e2ddd2; border-radius: 8px; }
.name { margin: 0 0 16px; font-size: 16px; color: #475254; }
h1 { margin: 0 0 16px; font: 600 26px/1.25 Georgia, 'Times New Roman', serif; }
h2 { margin: 28px 0 8px; font: 600 21px/1.3 Georgia, 'Times New Roman', serif; }
p { margin: 0 0 14px; }
ul { margin: 0 0 14px; padding: 0 0 0 22px; }
li { margin: 0 0 8px; }
a { color: ${light.accent}; }
.detail { display: block; font-size: 16px; color: #475254; }
.button { display: inline-block; min-height: 24px; padding: 12px 22px; background: ${light.accent}; color: ${light['on-accent']}; border-radius: 6px; text-decoration: none; font-weight: 600; }
.foot { margin-top: 28px; padding-top: 14px; border-top: 1px solid #e2ddd2; font-size: 16px; color: #475254; }
@media (prefers-color-scheme: dark) {
.page { background: #14181a; }
.mail { background: #1b2124; color: #ece8e0; border-color: #2e373a; }
.name, .detail, .foot { color: #b8bab5; }
.foot { border-color: #2e373a; }
a { color: ${dark.accent}; }
.button { background: ${dark.accent}; color: ${dark['on-accent']}; }
}
`
}

function blockAsHtml(block: MailBlock): string {
  switch (block.type) {
    case 'heading':
      return `<h2>${escapeText(block.text)}</h2>`
    case 'paragraph':
      return `<p>${escapeText(block.text)}</p>`
    case 'list':
      return `<ul>\n${block.lines.map(lineAsHtml).join('\n')}\n</ul>`
    case 'button':
      return `<p><a class="button" href="${escapeText(block.href)}">${escapeText(block.text)}</a></p>`
    case 'passwordButton':
      return `<p>${escapeText(block.text)}</p>`
  }
}

function lineAsHtml({ text: title, href, detail }: MailLine): string {
  const shown =
    href === undefined
      ? escapeText(title)
      : `<a href="${escapeText(href)}">${escapeText(title)}</a>`
  const below = detail === undefined ? '' : ` <span class="detail">${escapeText(detail)}</span>`
  return `<li>${shown}${below}</li>`
}

function text(subject: string, { greeting, blocks }: MailContent, frame: Frame): string {
  const { foundation, portalUrl, unsubscribe } = frame
  const parts = [
    subject,
    ...(greeting === undefined ? [] : [greeting]),
    ...blocks.map(blockAsText),
    `--\nThis message is from the board portal of ${foundation}: ${portalUrl}`,
    ...(unsubscribe === undefined ? [] : [`To stop messages of this kind: ${unsubscribe}`]),
  ]
  return `${parts.join('\n\n')}\n`
}

function blockAsText(block: MailBlock): string {
  switch (block.type) {
    case 'heading':
      return `${block.text}\n${'-'.repeat(Math.min(block.text.length, 60))}`
    case 'paragraph':
    case 'passwordButton':
      return block.text
    case 'list':
      return block.lines.map(lineAsText).join('\n')
    case 'button':
      return `${block.text}:\n${block.href}`
  }
}

function lineAsText({ text: title, href, detail }: MailLine): string {
  const below = [detail, href].filter((part) => part !== undefined).map((part) => `\n  ${part}`)
  return `* ${title}${below.join('')}`
}

function escapeText(given: string): string {
  const escaped: [string] = ['']
  escapeToBuffer(given, escaped)
  return escaped[0]
}
