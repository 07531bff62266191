import * as z from 'zod/mini'
import {
  releaseId,
  remoteName,
  type ComposedRelease,
  type Composition,
  trustedTypesPolicy,
} from '@portal/contract/releases'
import type { Person } from '@portal/contract/portal'
import { audienceOf } from '../../../access.ts'
import { compose, type OfferedRemote } from '../composition/compose.ts'

/** One remote, as a published release or from a development server. */
export type RequestedRemote = { name: string; release: string } | { name: string; address: string }

/** The override in a page's query. */
export type Override =
  | { composition: string }
  | { remotes: RequestedRemote[] }
  | { preview: string }

/** A development server's address: http://localhost:3011. */
const localhost = /^https?:\/\/localhost(:\d{1,5})?$/

const mostRemotes = 20

type OverrideRequest = { asked: string; wish: Override | undefined }

/** Undefined for a usual page; an invalid override has no content. */
export function parseOverride(query: Record<string, string>): OverrideRequest | undefined {
  const { mf, composition, preview } = query
  if (mf) return { asked: `mf=${mf}`, wish: remotesOf(mf) }
  if (composition) return { asked: `composition=${composition}`, wish: { composition } }
  if (preview) return { asked: `preview=${preview}`, wish: { preview } }
  return undefined
}

function remotesOf(text: string): Override | undefined {
  const parts = text.split(',')
  if (parts.length > mostRemotes) return undefined
  const remotes = parts.map((part): RequestedRemote | undefined => {
    const at = part.indexOf('@')
    const name = part.slice(0, Math.max(0, at))
    const what = part.slice(at + 1)
    if (!z.safeParse(remoteName, name).success) return undefined
    const address = what.replace(/\/$/, '')
    if (localhost.test(address)) return { name, address }
    return z.safeParse(releaseId, what).success ? { name, release: what } : undefined
  })
  const read = remotes.filter((remote) => remote !== undefined)
  const names = new Set(read.map(({ name }) => name))
  return names.size === parts.length ? { remotes: read } : undefined
}

/** The requested release has no fallback, which could be mistaken for it. */
export function withReleases(usual: Composition, releases: ComposedRelease[], person: Person) {
  const offered = new Map<string, OfferedRemote>(
    usual.remotes.map((remote) => [
      remote.name,
      {
        name: remote.name,
        audience: remote.releases[0]!.audience,
        releases: remote.releases,
        candidate: remote.candidate ?? false,
      },
    ]),
  )
  for (const release of usual.stopped ?? []) {
    offered.set(release.name, {
      name: release.name,
      audience: 'members',
      releases: [],
      stopped: release,
    })
  }
  for (const release of releases) {
    const { name, audience } = release
    offered.set(name, { name, audience, releases: [release] })
  }
  return compose([...offered.values()], audienceOf(person))
}

export function policyOf({ name, release }: ComposedRelease): string {
  return trustedTypesPolicy(name, release)
}
