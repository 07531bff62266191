import * as z from 'zod/mini'
import { ask } from './ask.ts'
import { type Check, Wrong } from './finding.ts'

type Options = {
  /** Google's keys, by which tokens are judged. */
  keysUrl: string
  now: () => Date
}

/** In seconds. A token is judged by the moment it was made, and Google judges the portal's requests likewise. */
const most = 30

const keySet = z.object({ keys: z.array(z.object({ kid: z.string() })).check(z.minLength(1)) })

/** Fetches Google's keys, and compares this machine's clock with Google's. */
export function clockCheck({ keysUrl, now }: Options): Check {
  return {
    part: 'clock',
    async look() {
      const asked = now().getTime()
      const response = await ask(keysUrl)
      const answered = now().getTime()
      const { success } = z.safeParse(keySet, await response.json().catch(() => undefined))
      if (!response.ok || !success) {
        throw new Wrong(
          `${new URL(keysUrl).host} doesn’t give out the keys of the sign-in (${response.status}): nobody could be let in. Look at the proxy or firewall between.`,
        )
      }
      const theirs = Date.parse(response.headers.get('date') ?? '')
      if (Number.isNaN(theirs)) return 'the sign-in’s keys are there; their clock isn’t told'
      // The header is cut to whole seconds, and was written somewhere between question and answer.
      const off = Math.round((asked + answered) / 2 / 1000 - theirs / 1000 - 0.5)
      if (Math.abs(off) > most) {
        const how = off > 0 ? 'ahead of' : 'behind'
        throw new Wrong(
          `This machine’s clock is ${Math.abs(off)} s ${how} Google’s: have it set by NTP, or no token is taken for valid.`,
        )
      }
      return `the sign-in’s keys are there, and the clock is right within ${Math.max(1, Math.abs(off))} s`
    },
  }
}
