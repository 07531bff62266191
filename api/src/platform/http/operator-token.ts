import type { Context } from 'hono'
import { isSameSecret } from './same-secret.ts'

/** The token with which the operator reads the metrics, and the state of every part. */
export type OperatorToken = {
  /** Nobody is the operator: there is no token, and this is production. */
  isUnset: boolean
  /** In development without a token, everyone is the operator. */
  isSent: (c: Context) => boolean
}

export function createOperatorToken(token: string | undefined, production: boolean): OperatorToken {
  return {
    isUnset: token === undefined && production,
    isSent: (c) => (token === undefined ? !production : bears(c, token)),
  }
}

function bears(c: Context, token: string): boolean {
  const sent = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
  return isSameSecret(sent, token)
}
