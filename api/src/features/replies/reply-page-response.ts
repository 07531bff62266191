import { createHash } from 'node:crypto'
import {
  movedSentence,
  replyAnswerNames,
  replyAnswers,
  replyLimits,
  timeInWords,
  type ReplyAnswer,
} from '@portal/domain/replies'
import { zoneText } from '@portal/domain/time-text'
import { escapeText } from '../../platform/http/escape-text.ts'
import type { LinkedReply } from './reply-links-service.ts'

type Frame = {
  foundation: string
  timeZone: string
  /** Of the foundation's own accent. */
  sheetUrl: string | undefined
  iconUrl: string | undefined
}

type Shown = {
  reply: LinkedReply
  /** The answer that the link in the mail names. */
  chosen: ReplyAnswer | undefined
  isSaved: boolean
  /** Why the reply wasn't saved. */
  refusal?: string | undefined
}

/** The page of a link in a mail: plain HTML that needs no script. Opening it changes nothing. */
export function replyPage({ reply, chosen, isSaved, refusal }: Shown, frame: Frame): string {
  const { person, meeting, isOpen, answer, movedFrom } = reply
  const { title, time, location } = meeting
  const when = `${timeInWords(time)} ${zoneText(meeting.ends, frame.timeZone)}`
  const place = location === undefined ? '' : `<p>${escapeText(location)}</p>`
  const moved =
    isOpen && movedFrom ? notice('warn', escapeText(movedSentence(movedFrom, time))) : ''
  const saved =
    isSaved && answer !== undefined
      ? notice(
          'good',
          `<b>Thank you, your reply is saved: ${escapeText(replyAnswers[answer])}.</b> You can change it here until the meeting.`,
        )
      : ''
  const refused = refusal === undefined ? '' : notice('warn', escapeText(refusal))
  return page(
    `Reply for ${person.name}`,
    `<h1>Reply for ${escapeText(person.name)}</h1>` +
      `<section class="meeting"><h2>${escapeText(title)}</h2><p><b>${escapeText(when)}</b></p>${place}</section>` +
      saved +
      refused +
      moved +
      (isOpen ? form(reply, chosen ?? answer) : closed(reply)),
    frame,
  )
}

/** For a link that isn't valid, or isn't any more: it says nothing about a person or a meeting. */
export function deadLinkPage(frame: Frame): string {
  return page(
    'This link doesn’t work',
    '<h1>This link doesn’t work</h1><p>It may be incomplete, or you are no longer asked to this meeting. Please sign in to the portal to reply, or call your Board Liaison.</p><p><a href="/">Open the portal</a></p>',
    frame,
  )
}

/** While the portal can't read or save a reply. */
export function busyPage(frame: Frame): string {
  return page(
    'Please try again',
    '<h1>The portal can’t do this at the moment</h1><p>Please try again in a few minutes, with the link in the mail. Your reply is counted once, however often you press.</p>',
    frame,
  )
}

/** The policy of these pages: no script, and only this style sheet and the foundation's. */
export const replyPagePolicy = () =>
  `default-src 'none'; style-src 'self' 'sha256-${styleHash}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

function form({ meeting: { time }, answer }: LinkedReply, chosen: ReplyAnswer | undefined): string {
  const choices = replyAnswerNames.map(
    (name) =>
      `<label><input type="radio" name="answer" value="${name}" required${name === chosen ? ' checked' : ''}> <span>${escapeText(replyAnswers[name])}</span></label>`,
  )
  const hidden = Object.entries(time).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeText(value)}">`,
  )
  return (
    '<form method="post">' +
    `<fieldset><legend>Will you come?</legend>${choices.join('')}</fieldset>` +
    hidden.join('') +
    `<label class="note"><span>A note to the secretary, if you like</span><textarea name="note" rows="3" maxlength="${replyLimits.note}"></textarea></label>` +
    `<button type="submit">${answer === undefined ? 'Confirm my reply' : 'Change my reply'}</button>` +
    '</form>'
  )
}

function closed({ meeting: { stage }, answer }: LinkedReply): string {
  const own =
    answer === undefined ? '' : ` The reply was: <b>${escapeText(replyAnswers[answer])}</b>.`
  const why =
    stage === 'cancelled'
      ? 'This meeting was cancelled, so no reply is needed.'
      : 'This meeting is over, so it takes no more replies.'
  return `<p>${why}${own}</p><p><a href="/">Open the portal</a></p>`
}

function notice(kind: 'good' | 'warn', html: string): string {
  return `<p class="notice ${kind}" role="status">${html}</p>`
}

function page(title: string, main: string, { foundation, sheetUrl, iconUrl }: Frame): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    '<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">' +
    `<title>${escapeText(title)} - ${escapeText(foundation)}</title>` +
    (iconUrl === undefined ? '' : `<link rel="icon" href="${escapeText(iconUrl)}">`) +
    `<style>${style}</style>` +
    (sheetUrl === undefined ? '' : `<link rel="stylesheet" href="${escapeText(sheetUrl)}">`) +
    `</head><body><header>${escapeText(foundation)}</header><main>${main}</main></body></html>`
  )
}

/** The colors of `tokens.css`, which this page doesn't load. */
const style = `:root{color-scheme:light dark;--paper:light-dark(#faf8f4,#14181a);--surface:light-dark(#fff,#1b2124);--ink:light-dark(#1c2426,#ece8e0);--line:light-dark(#85837a,#78848a);--accent:light-dark(#1d4f45,#8fd0bf);--on-accent:light-dark(#fff,#0d2621);--accent-wash:light-dark(#e6efec,#1c302c);--good:light-dark(#17592e,#86d49f);--good-wash:light-dark(#e7f3ea,#17301f);--warn:light-dark(#6b4300,#f0c069);--warn-wash:light-dark(#fdf3dc,#33280f);--focus:light-dark(#0b57d0,#9cc2ff)}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1.25rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header,main{max-width:40rem;margin:0 auto;padding:1.5rem 1.25rem}header{padding-bottom:0;font-weight:600}
h1{margin:0 0 1rem;font:600 2rem/1.2 Georgia,serif}h2{margin:0;font:600 1.5rem/1.3 Georgia,serif}p{margin:.5rem 0}
.meeting{margin-bottom:1.5rem}.notice{margin:0 0 1.5rem;padding:1rem;border:2px solid;border-radius:10px}.good{background:var(--good-wash);color:var(--good)}.warn{background:var(--warn-wash);color:var(--warn)}
fieldset{margin:0 0 1.5rem;padding:0;border:0;display:grid;gap:.75rem}legend{padding:0;margin-bottom:.75rem;font-weight:600}
fieldset label{display:flex;align-items:center;gap:1rem;min-height:3.5rem;padding:.5rem 1rem;background:var(--surface);border:2px solid var(--line);border-radius:10px}
fieldset label:has(:checked){border-color:var(--accent);background:var(--accent-wash);font-weight:600}
input[type=radio]{flex:none;width:1.5rem;height:1.5rem;margin:0;accent-color:var(--accent)}
.note{display:grid;gap:.5rem;margin-bottom:1.5rem}textarea{width:100%;padding:.75rem;font:inherit;color:inherit;background:var(--surface);border:2px solid var(--line);border-radius:6px}
button{width:100%;min-height:3.5rem;padding:.75rem 1.5rem;font:600 1.25rem system-ui,sans-serif;color:var(--on-accent);background:var(--accent);border:0;border-radius:6px;cursor:pointer}
a{color:var(--accent);display:inline-block;padding:.75rem 0}:focus-visible{outline:3px solid var(--focus);outline-offset:3px}`

const styleHash = createHash('sha256').update(style).digest('base64')
