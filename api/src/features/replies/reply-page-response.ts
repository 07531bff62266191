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
import type { LinkPage } from '../../platform/http/link-page.ts'
import type { LinkedReply } from './reply-links-service.ts'

type Shown = {
  reply: LinkedReply
  /** The answer that the link in the mail names. */
  chosen: ReplyAnswer | undefined
  isSaved: boolean
  /** Why the reply wasn't saved. */
  refusal?: string | undefined
}

/** Opening it changes nothing. */
export function replyPage({ reply, chosen, isSaved, refusal }: Shown, timeZone: string): LinkPage {
  const { person, meeting, isOpen, answer, movedFrom } = reply
  const { title, time, location } = meeting
  const when = `${timeInWords(time)} ${zoneText(meeting.ends, timeZone)}`
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
  return {
    title: `Reply for ${person.name}`,
    main:
      `<h1>Reply for ${escapeText(person.name)}</h1>` +
      `<section class="meeting"><h2>${escapeText(title)}</h2><p><b>${escapeText(when)}</b></p>${place}</section>` +
      saved +
      refused +
      moved +
      (isOpen ? form(reply, chosen ?? answer) : closed(reply)),
  }
}

/** For a link that isn't valid, or isn't any more: it says nothing about a person or a meeting. */
export const deadLinkPage: LinkPage = {
  title: 'This link doesn’t work',
  main: '<h1>This link doesn’t work</h1><p>It may be incomplete, or you are no longer asked to this meeting. Please sign in to the portal to reply, or call your Board Liaison.</p><p><a href="/">Open the portal</a></p>',
}

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
