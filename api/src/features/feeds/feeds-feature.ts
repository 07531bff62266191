import { hash } from 'node:crypto'
import { chooseMeetingsBy, endFeed, getOwnFeed, readFeed, renewFeed } from '@portal/contract/feeds'
import type { AppParts } from '../../platform/app-parts.ts'
import { publicUrlOf } from '../../platform/env/env.ts'
import { isUnchanged } from '../../platform/http/conditional.ts'
import { addressOf, rateLimit } from '../../platform/http/limits.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { FeedAddresses } from '../../platform/identity/feed-addresses.ts'
import { createFeedOwners } from './feed-owners.ts'
import { createFeedsService, noFeed } from './feeds-service.ts'

type ServiceParts = Parameters<typeof createFeedsService>[0]
type Parts = Parameters<typeof createFeedOwners>[0] extends infer O
  ? Omit<O, 'domain'> &
      Pick<
        ServiceParts,
        'calendar' | 'ownMeetings' | 'visibility' | 'agendasInMemory' | 'mailSince' | 'invitedTo'
      > & { feedAddresses: FeedAddresses }
  : never

/** Calendars read a feed every hour or less often. */
const readsOfFeed = { most: 30, perSeconds: 60 }
/** Of addresses that are nobody's, by the caller's address: the right one is still served. */
const wrongAddresses = { most: 30, perSeconds: 60 }

/** Calendar feeds: each person's own, read by their calendar program without a sign-in. */
export function createFeeds({ store, settings, now }: AppParts, parts: Parts) {
  const { feedAddresses: addresses } = parts
  const { domain, name, timeZone } = settings.foundation
  const feeds = createFeedsService({
    ...parts,
    store,
    addresses,
    owners: createFeedOwners({ ...parts, domain }),
    name: `${name} Board`,
    portal: publicUrlOf(settings),
    timeZone,
    now,
  })
  const limitReads = rateLimit({ ...readsOfFeed, now })
  const limitWrong = rateLimit({ ...wrongAddresses, now })
  return {
    ready: addresses.ready,
    routes(serve: Serve) {
      serve(getOwnFeed, ({ person }) => feeds.get(person))
      serve(renewFeed, ({ person, body }) => feeds.renew(person, body.nonce))
      serve(endFeed, async ({ person }) => {
        await feeds.end(person)
        return undefined
      })
      serve(chooseMeetingsBy, ({ person, body }) => feeds.choose(person, body.meetingsBy))
      serve(readFeed, async ({ params, signal, c }) => {
        const [, secret = ''] = /^([\w-]{43})\.ics$/.exec(params.file) ?? []
        const owner = addresses.ownerOf(secret)
        if (owner === undefined) {
          limitWrong(addressOf(c, settings.limits.trustedProxies))
          throw noFeed()
        }
        limitReads(owner)
        const file = await feeds.read(secret, signal)
        const etag = `"${hash('sha256', file, 'base64url').slice(0, 27)}"`
        const headers = { etag, 'cache-control': 'private, no-cache' }
        if (isUnchanged(c.req.header('if-none-match'), etag)) {
          return new Response(null, { status: 304, headers })
        }
        return new Response(file, {
          headers: { ...headers, 'content-type': 'text/calendar; charset=utf-8' },
        })
      })
    },
  }
}
