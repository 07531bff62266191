import {
  exchangeToken,
  listTrustedPipelines,
  removeTrustedPipeline,
  trustPipeline,
} from '@portal/contract/trusted-pipelines'
import { addressOf, rateLimit } from '../../../platform/http/limits.ts'
import type { Serve } from '../../../platform/http/serve.ts'
import type { TokenExchangeService } from './token-exchange-service.ts'
import type { TrustedPipelinesService } from './trusted-pipelines-service.ts'

/** By address: each may cost a request to the CI provider. */
const mostExchanges = { most: 60, perSeconds: 60 }

type Services = { pipelines: TrustedPipelinesService; exchange: TokenExchangeService }

export function trustedPipelinesRoutes(
  serve: Serve,
  { pipelines, exchange }: Services,
  { now, trustedProxies }: { now: () => Date; trustedProxies: number },
): void {
  serve(listTrustedPipelines, ({ person }) => pipelines.list(person))
  serve(trustPipeline, ({ person, body }) => pipelines.trust(person, body))
  serve(removeTrustedPipeline, async ({ person, params }) => {
    await pipelines.remove(person, params.id)
    return undefined
  })
  const limit = rateLimit({ ...mostExchanges, now })
  serve(exchangeToken, ({ body }) => exchange.exchange(body), {
    limit: (c) => limit(addressOf(c, trustedProxies)),
  })
}
