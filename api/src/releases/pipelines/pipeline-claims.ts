import type { TrustedPipeline } from '@portal/contract/trusted-pipelines'
import type { PipelineClaims } from './pipeline-tokens.ts'

type Pinned = Pick<
  TrustedPipeline,
  'audience' | 'repository' | 'repositoryId' | 'ref' | 'workflow' | 'environment'
>

/**
 * The first claim of a verified token that isn't what an admin has pinned; undefined if the token is the pipeline's. All
 * are compared exactly: a prefix or a pattern would let other repositories or branches match.
 */
export function mismatchOf(pinned: Pinned, claims: PipelineClaims): string | undefined {
  const { audience, repository, repositoryId, ref, workflow, environment } = pinned
  // A token for several audiences could be used by each of them.
  const audiences = [claims.aud].flat()
  if (audiences.length !== 1 || audiences[0] !== audience) return 'aud'
  if (claims['repository_id'] !== repositoryId) return 'repository_id'
  if (claims['repository'] !== repository) return 'repository'
  if (claims['ref'] !== ref) return 'ref'
  // A pull request may run with the base branch's ref while its author is a stranger.
  const event = claims['event_name']
  if (typeof event === 'string' && event.startsWith('pull_request')) return 'event_name'
  if (environment !== undefined && claims['environment'] !== environment) return 'environment'
  const file = `${repository}/.github/workflows/${workflow}@${ref}`
  if (workflow !== undefined && claims['workflow_ref'] !== file) return 'workflow_ref'
  return undefined
}
