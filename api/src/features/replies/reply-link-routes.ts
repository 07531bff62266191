import { isDay } from '@portal/domain/days'
import { type ReplyAnswer, replyAnswerNames, replyLimits } from '@portal/domain/replies'
import type { Context } from 'hono'
import { limitedBody } from '../../platform/http/body.ts'
import { busyPage, type LinkPages } from '../../platform/http/link-page.ts'
import type { ServePlain } from '../../platform/http/plain-route.ts'
import type { AppEnv } from '../../platform/http/request-context.ts'
import { Refusal } from '../../refusal.ts'
import type { ReplyLinksService } from './reply-links-service.ts'
import { deadLinkPage, replyPage } from './reply-page-response.ts'

type Parts = {
  links: ReplyLinksService
  linkPage: LinkPages
  timeZone: string
}

/** Where a mail's link leads; `answer` chooses one of the four answers, and nothing is saved before the press. */
export function replyPath(token: string, answer?: ReplyAnswer): string {
  return `/reply/${token}${answer === undefined ? '' : `?answer=${answer}`}`
}

/** In bytes: the note with every letter encoded. */
const largestForm = 16_000

/**
 * The page of a signed link. Reading it changes nothing, so that programs which follow the links of a mail reply for
 * nobody. Saving needs the link's token and nothing that a browser sends by itself, so no other site can do it.
 */
export function replyLinkRoutes(plain: ServePlain, { links, linkPage, timeZone }: Parts): void {
  const dead = () => linkPage(deadLinkPage, 404)
  const busy = () =>
    linkPage(busyPage(' Your reply is counted once, however often you press.'), 503)

  plain(
    ['GET'],
    '/reply/:token',
    async (c) => {
      const reply = await links.get(tokenOf(c))
      if (!reply) return dead()
      const isSaved = c.req.query('saved') === '1'
      const chosen = isSaved ? undefined : answerIn(c.req.query('answer'))
      return linkPage(replyPage({ reply, chosen, isSaved }, timeZone))
    },
    busy,
  )

  plain(
    ['POST'],
    '/reply/:token',
    async (c) => {
      const token = tokenOf(c)
      const reply = await links.get(token)
      if (!reply) return dead()
      const sent = sentReply(
        new URLSearchParams(new TextDecoder().decode(await limitedBody(c, largestForm))),
      )
      const again = (refusal: string, status: 409 | 422) =>
        linkPage(
          replyPage({ reply, chosen: sent?.answer, isSaved: false, refusal }, timeZone),
          status,
        )
      if (!sent) return again('Please choose one of the four answers.', 422)
      try {
        if (!(await links.save(token, sent))) return dead()
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
        return again(error.message, 409)
      }
      // A reload shows the reply, and doesn't send it again.
      const headers = {
        location: `${replyPath(token)}?saved=1`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      }
      return new Response(null, { status: 303, headers })
    },
    busy,
  )
}

function tokenOf(c: Context<AppEnv>): string {
  return c.req.param('token') ?? ''
}

function sentReply(form: URLSearchParams) {
  const answer = answerIn(form.get('answer') ?? undefined)
  const [date, time, endTime] = ['date', 'time', 'endTime'].map((name) => form.get(name) ?? '')
  if (answer === undefined || !isDay(date!)) return undefined
  const note = form.get('note')?.trim().slice(0, replyLimits.note)
  return {
    answer,
    time: { date: date!, time: time!, endTime: endTime! },
    // An empty field keeps the note, which the page doesn't show: the mail may have been forwarded.
    ...(note ? { note } : {}),
  }
}

function answerIn(text: string | undefined): ReplyAnswer | undefined {
  return replyAnswerNames.find((name) => name === text)
}
