import { remoteName } from '@portal/contract/releases'
import { type TrustedPipeline, trustedPipeline } from '@portal/contract/trusted-pipelines'
import * as z from 'zod/mini'
import { defineCollection } from '../../../platform/store/collection.ts'

/** Collection `trusted_pipelines`: which CI jobs may release which remote. */
const storedPipeline = z.extend(z.omit(trustedPipeline, { id: true }), {
  remote: remoteName,
})
export const pipelinesCollection = defineCollection('trusted_pipelines', storedPipeline)
export type StoredPipeline = z.infer<typeof storedPipeline>

/** Collection `used_pipeline_tokens`, id is a hash of issuer and `jti`: each token is exchanged once. */
const usedPipelineToken = z.object({
  /** ISO 8601, UTC: nothing accepts the token from then on. */
  expiresAt: z.string(),
})
export const usedTokensCollection = defineCollection('used_pipeline_tokens', usedPipelineToken)

export function shownPipeline({
  id,
  name,
  remote,
  issuer,
  audience,
  repository,
  repositoryId,
  ref,
  workflow,
  environment,
  createdAt,
  createdBy,
  owner,
}: StoredPipeline & { id: string }): TrustedPipeline {
  const pinned = { issuer, audience, repository, repositoryId, ref }
  return {
    id,
    name,
    remote,
    ...pinned,
    ...(workflow === undefined ? {} : { workflow }),
    ...(environment === undefined ? {} : { environment }),
    createdAt,
    createdBy,
    ...(owner === undefined ? {} : { owner }),
  }
}
