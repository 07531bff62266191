import { hash } from 'node:crypto'
import type { Reply } from '@portal/contract/endpoint'
import {
  exchangedTokenMinutes,
  type exchangeToken,
  type TrustedPipeline,
} from '@portal/contract/trusted-pipelines'
import { recordChange } from '../../../platform/audit/record-change.ts'
import type { Log } from '../../../platform/log.ts'
import { Refusal } from '../../../refusal.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { digestOf, newSecret, releaseTokensCollection } from '../publishing/release-tokens.ts'
import type { PipelineClaims, PipelineTokens } from './pipeline-tokens.ts'
import { pipelinesCollection, usedTokensCollection } from './trusted-pipelines.ts'

export type TokenExchangeService = {
  /**
   * A release token for the job that the CI provider's token describes. Refuses with `unauthenticated` a token that
   * isn't valid, isn't a trusted pipeline's, or was already exchanged.
   */
  exchange: (request: { remote: string; token: string }) => Promise<Reply<typeof exchangeToken>>
}

type Parts = { store: DocumentStore; tokens: PipelineTokens; now: () => Date; log: Log }

/** How long used and expired tokens stay, in ms: longer than any clock difference. */
const keptFor = 86_400_000

export function createTokenExchangeService(parts: Parts): TokenExchangeService {
  const { store, tokens, now, log } = parts

  /** The pipelines of a remote that pin this provider, which is contacted only if there is one. */
  const pipelinesOf = async (remote: string, issuer: string) => {
    const pipelines = pipelinesCollection.in(store)
    const { documents } = await pipelines.list({ where: { remote } })
    return documents.filter((document) => document.issuer === issuer)
  }

  const trustedFor = async (remote: string, token: string) => {
    const unverified = tokens.inspect(token)
    const pinning = await pipelinesOf(remote, unverified.iss)
    if (pinning.length === 0) throw untrusted(remote)
    const candidates = pinning.filter((candidate) => isFor(candidate.audience, unverified.aud))
    if (candidates.length === 0) throw untrusted(remote, 'aud', unverified)
    const claims = await tokens.verify(unverified.iss, token)
    const pipeline = candidates.find((candidate) => mismatchOf(candidate, claims) === undefined)
    if (!pipeline) throw untrusted(remote, mismatchOf(candidates[0]!, claims), claims)
    return { pipeline, claims }
  }

  /** Nothing accepts them any more, so this needs no transaction. */
  const forgetExpired = async (pipeline: string) => {
    const before = now().getTime() - keptFor
    const used = usedTokensCollection.in(store)
    const oldest = await used.list({ orderBy: 'expiresAt', limit: 50 })
    const issued = releaseTokensCollection.in(store)
    const own = await issued.list({ where: { pipeline } })
    const isOver = ({ expiresAt = '' }: { expiresAt?: string | undefined }) =>
      Date.parse(expiresAt) < before
    await Promise.all([
      ...oldest.documents.filter(isOver).map(({ id }) => used.delete(id)),
      ...own.documents.filter(isOver).map(({ id }) => issued.delete(id)),
    ])
  }

  return {
    async exchange({ remote, token }) {
      const { pipeline, claims } = await trustedFor(remote, token)
      const { name } = pipeline
      const usedId = hash('sha256', `${pipeline.issuer}\n${claims.jti}`, 'hex')
      const { id, secret } = newSecret()
      const at = now()
      const end = at.getTime() + exchangedTokenMinutes * 60_000
      const expiresAt = new Date(end).toISOString()
      await store.transaction(async (transaction) => {
        const used = usedTokensCollection.in(transaction)
        if (await used.get(usedId)) {
          throw new Refusal(
            'unauthenticated',
            'This token of the CI provider was already exchanged: each command needs a new one.',
          )
        }
        const known = await pipelinesCollection.raw(transaction).get(pipeline.id)
        if (!known) throw untrusted(remote)
        const usedUntil = new Date(claims.exp * 1000).toISOString()
        await used.create(usedId, { expiresAt: usedUntil })
        await releaseTokensCollection.in(transaction).create(id, {
          name,
          remote,
          digest: digestOf(secret),
          createdAt: at.toISOString(),
          createdBy: pipeline.createdBy,
          expiresAt,
          pipeline: pipeline.id,
        })
        const by = { releaseToken: { id: pipeline.id, name, remote } }
        const after = { name, remote, expiresAt, ...jobOf(claims) }
        const change = { what: 'release token exchanged', subject: pipeline.id, after }
        await recordChange(transaction, { at, by, ...change })
      })
      await forgetExpired(pipeline.id).catch((cause: unknown) =>
        log.warn('Expired tokens of pipelines could not be deleted.', { cause }),
      )
      return { token: { id, name, remote, expiresAt }, secret }
    },
  }
}

/** Which job it was, for the audit. */
function jobOf(claims: PipelineClaims): Record<string, string> {
  const names = ['repository', 'ref', 'sha', 'run_id', 'workflow_ref', 'actor']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = claims[name]
      return typeof value === 'string' ? [[name, value.slice(0, 300)]] : []
    }),
  )
}

/** Repeats only what the sender's own token says, never what an admin has pinned. */
function untrusted(remote: string, claim?: string, claims?: Record<string, unknown>): Refusal {
  const mismatch = claim === undefined ? '' : ` Its ${claim} is ${JSON.stringify(claims?.[claim])}.`
  return new Refusal(
    'unauthenticated',
    `No trusted pipeline of ${remote} sends such a token.${mismatch.slice(0, 300)} An admin says which pipelines are trusted on Releases.`,
  )
}

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
function mismatchOf(pinned: Pinned, claims: PipelineClaims): string | undefined {
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
function isFor(audience: string, aud: string | string[]): boolean {
  const audiences = [aud].flat()
  return audiences.length === 1 && audiences[0] === audience
}
