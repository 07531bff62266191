import type { Context } from 'hono'
import { addressOf, countPerWindow, rateLimit } from './limits.ts'
import type { Log } from '../log.ts'
import type { AppEnv } from './request-context.ts'

/** Wrong secrets from one address. The right one is still accepted: nobody can lock it out from a shared address. */
const mostWrong = { most: 10, perSeconds: 60 }

/**
 * How many addresses are logged in a window, once each: guessing from many addresses can't flood
 * the log.
 */
const mostLogged = 10

type Parts = {
  /** For the log: `a wrong admin key was sent`. */
  message: string
  trustedProxies: number
  now: () => Date
  log: Log
}

/** Records a wrong key or token, never its value; refuses more than a few from one address. */
export function createWrongSecrets({ message, trustedProxies, now, log }: Parts) {
  const limit = rateLimit({ ...mostWrong, now })
  const wrongFrom = countPerWindow({ ...mostWrong, now })
  const loggedOf = countPerWindow({ ...mostWrong, now })
  return (c: Context<AppEnv>): void => {
    const address = addressOf(c, trustedProxies)
    if (wrongFrom(address) === 1 && loggedOf('all') <= mostLogged) log.warn(message, { address })
    limit(address)
  }
}
