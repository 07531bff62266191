import type { TrustedPipeline } from '@portal/contract/trusted-pipelines'
import type { PipelineClaims } from './pipeline-tokens.ts'

type Pinned = Pick<
  TrustedPipeline,
  'audience' | 'repository' | 'repositoryId' | 'ref' | 'workflow' | 'environment'
>

/**
 * Events that only people with write access to the repository, or its own schedule, can cause. Others run with the base
 * branch's ref for strangers: pull requests, comments, forks, and the workflows that follow them (`workflow_run`).
 */
const ownEvents = new Set<unknown>(['push', 'workflow_dispatch', 'schedule', 'release'])

/**
 * The first claim of a verified token that isn't what an admin has pinned; undefined if the token is the pipeline's. All
 * are compared exactly: a prefix or a pattern would let other repositories or branches match.
 */
export function mismatchOf(pinned: Pinned, claims: PipelineClaims): string | undefined {
  const { audience, repository, repositoryId, ref, workflow, environment } = pinned
  if (!isFor(audience, claims.aud)) return 'aud'
  if (claims['repository_id'] !== repositoryId) return 'repository_id'
  if (claims['repository'] !== repository) return 'repository'
  if (claims['ref'] !== ref) return 'ref'
  if (!ownEvents.has(claims['event_name'])) return 'event_name'
  if (environment !== undefined && claims['environment'] !== environment) return 'environment'
  const file = `${repository}/.github/workflows/${workflow}@${ref}`
  if (workflow !== undefined && claims['workflow_ref'] !== file) return 'workflow_ref'
  return undefined
}

/** Whether a token is for this audience alone: each of several could use it here. */
export function isFor(audience: string, aud: string | string[]): boolean {
  const audiences = [aud].flat()
  return audiences.length === 1 && audiences[0] === audience
}
