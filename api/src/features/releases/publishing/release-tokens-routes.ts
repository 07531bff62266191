import {
  createReleaseToken,
  listReleaseTokens,
  revokeReleaseToken,
} from '@portal/contract/release-tokens'
import type { Serve } from '../../../platform/http/serve.ts'
import type { ReleaseTokensService } from './release-tokens-service.ts'

export function releaseTokensRoutes(serve: Serve, tokens: ReleaseTokensService): void {
  serve(listReleaseTokens, ({ person }) => tokens.list(person))
  serve(createReleaseToken, ({ person, body }) => tokens.create(person, body))
  serve(revokeReleaseToken, async ({ person, params }) => {
    await tokens.revoke(person, params.id)
    return undefined
  })
}
