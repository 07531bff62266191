import type { Context } from 'hono'
import { hash, timingSafeEqual } from 'node:crypto'
import { gateRunnerHeader } from '@portal/contract/gate-trials'
import { Refusal } from '../../refusal.ts'
import type { Log } from '../log.ts'
import type { AppEnv } from './request-context.ts'
import { createWrongSecrets } from './wrong-secrets.ts'
import type { AdminKeyHolder, GateRunnerHolder } from '../../access.ts'

type Parts<H> = {
  /** `admin key`, for messages. */
  name: string
  header: string
  /** Without one, no key is accepted. */
  key: string | undefined
  /** The key before this one, accepted as well. */
  previousKey: string | undefined
  /** Called when the previous key was sent. */
  onPrevious: () => void
  /** The caller that its sender is. */
  holder: H
  /** The refusal for a browser. */
  notForBrowsers: string
  trustedProxies: number
  now: () => Date
  log: Log
}

/**
 * The sender of a static key; undefined if none is sent. For servers only: a browser would expose it.
 */
type ServerKey<H> = (c: Context<AppEnv>) => H | undefined

function createServerKey<H>(options: Parts<H>): ServerKey<H> {
  const { name, header, holder, notForBrowsers, trustedProxies, now, log } = options
  const accepts = acceptedKeys(options)
  const noteWrong = createWrongSecrets({
    message: `a wrong ${name} was sent`,
    trustedProxies,
    now,
    log,
  })
  return (c) => {
    const sent = c.req.header(header)
    if (sent === undefined) return undefined
    if (isBrowser(c)) throw new Refusal('forbidden', notForBrowsers)
    if (accepts(sent)) return holder
    noteWrong(c)
    throw new Refusal('unauthenticated', `The ${name} is wrong.`)
  }
}

/** Every browser sends more of its fetch metadata than the mode, which is all that Node's `fetch` sends. */
function isBrowser(c: Context<AppEnv>): boolean {
  return Object.keys(c.req.header()).some(
    (name) =>
      name === 'origin' ||
      name === 'cookie' ||
      (name.startsWith('sec-fetch-') && name !== 'sec-fetch-mode'),
  )
}

/** Compares digests, which have equal length and don't reveal the secret's, so that the comparison takes constant time. */
function isSameSecret(sent: string, right: string): boolean {
  return timingSafeEqual(hash('sha256', sent, 'buffer'), hash('sha256', right, 'buffer'))
}

/** Compares with both keys, whichever is right. */
function acceptedKeys({
  key,
  previousKey,
  onPrevious,
}: Pick<Parts<unknown>, 'key' | 'previousKey' | 'onPrevious'>): (sent: string) => boolean {
  const isSame = (sent: string, right: string | undefined) =>
    right !== undefined && isSameSecret(sent, right)
  return (sent) => {
    const [isCurrent, isPrevious] = [isSame(sent, key), isSame(sent, previousKey)]
    if (isPrevious && !isCurrent) onPrevious()
    return isCurrent || isPrevious
  }
}

/** The token with which the operator reads the metrics, and the state of every part. */
export type OperatorToken = {
  /** Nobody is the operator: there is no token, and this is production. */
  isUnset: boolean
  /** In development without a token, everyone is the operator. */
  isSent: (c: Context) => boolean
}

export function createOperatorToken({
  production,
  ...keys
}: Pick<Options, 'key' | 'previousKey' | 'onPrevious'> & { production: boolean }): OperatorToken {
  const accepts = acceptedKeys(keys)
  const isUnset = keys.key === undefined
  return {
    isUnset: isUnset && production,
    isSent: (c) => (isUnset ? !production : accepts(bearerOf(c))),
  }
}

function bearerOf(c: Context): string {
  return /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
}

type Options = Pick<
  Parts<unknown>,
  'key' | 'previousKey' | 'onPrevious' | 'trustedProxies' | 'now' | 'log'
>

export type AdminKey = ServerKey<AdminKeyHolder>

export function createAdminKey(options: Options): AdminKey {
  return createServerKey({
    ...options,
    name: 'admin key',
    header: 'x-admin-key',
    holder: { key: 'admin' },
    notForBrowsers: 'The admin key is for servers only: sign in instead.',
  })
}

export type GateRunnerKey = ServerKey<GateRunnerHolder>

export function createGateRunnerKey(options: Options): GateRunnerKey {
  return createServerKey({
    ...options,
    name: 'gate runner’s key',
    header: gateRunnerHeader,
    holder: { key: 'gate runner' },
    notForBrowsers: 'The gate runner’s key never comes from a browser.',
  })
}
