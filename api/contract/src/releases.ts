import * as z from 'zod/mini'

/** The version of the agreement between shell and remotes. The shell mounts this major only. */
export const remoteContract = 1

/** This contract's own version: a minor adds, and only a major takes away. */
export const contractVersion = '1.2.0'

const integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/))
export const remoteName = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,30}$/))
export const releaseId = z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{0,63}$/i))
const fileName = z.string().check(z.regex(/^[\w@.-]+(\/[\w@.-]+)*$/))
/** An absolute path of the portal: `/meetings`. */
const portalPath = z.string().check(z.regex(/^\/[\w/{}:-]*$/))

export const navigationEntry = z.object({
  to: portalPath,
  label: z.string(),
  /** One of the names the shell has a drawing for; an unknown one gets a plain mark. */
  icon: z.string(),
  /** Rising from the top. */
  order: z.number(),
})
export type NavigationEntry = z.infer<typeof navigationEntry>

export const slotContribution = z.object({
  /** The shell's place, for example `dashboard`. */
  slot: z.string(),
  /** Which of the remote's components stands there. */
  component: z.string(),
  order: z.number(),
})
export type SlotContribution = z.infer<typeof slotContribution>

/** What a remote contributes, known before any of its code runs. */
export const remoteDeclaration = z.object({
  name: remoteName,
  contract: z.number(),
  /** Path prefixes this remote owns: `/meetings` owns `/meetings/2026/q/3` too. */
  routes: z.array(portalPath),
  navigation: z.array(navigationEntry),
  slots: z.array(slotContribution),
  /** Members never receive a remote for admins. */
  audience: z.enum(['members', 'admins']),
})
export type RemoteDeclaration = z.infer<typeof remoteDeclaration>

/** A caret range, because the build preset writes nothing else. */
export const contractRange = z.string().check(z.regex(/^\^\d{1,4}\.\d{1,4}\.\d{1,4}$/))
export const commit = z.string().check(z.regex(/^[0-9a-f]{7,64}$/))

const releaseFile = z.object({
  file: fileName,
  integrity,
  /** Uncompressed, in bytes. */
  size: z.number(),
})

/** `release.json`, written by the build: everything a shell must know to judge and load a release. */
export const releaseManifest = z.object({
  ...remoteDeclaration.shape,
  release: releaseId,
  /** The package's version. */
  version: z.string(),
  /** The container, a classic script that defines the federation global `global`. */
  entry: fileName,
  global: z.string().check(z.regex(/^[A-Za-z_$][\w$]*$/)),
  /** Ranges the release wants of what the shell provides: `{"react": "^19.0.0"}`. */
  shared: z.record(z.string(), z.string()),
  files: z.array(releaseFile),
  /** Which files a path prefix or slot needs at once, so that a page can ask for them early. */
  preload: z.record(z.string(), z.array(fileName)),
  /** Which versions of this contract it was built for: `^1.0.0`. */
  contractRange: z.optional(contractRange),
  /** Of the sources it was built from, in hex. */
  commit: z.optional(commit),
})
export type ReleaseManifest = z.infer<typeof releaseManifest>

/** A release as a tab may load it. */
export const composedRelease = z.object({
  ...releaseManifest.shape,
  /** Where its files lie: `/remotes/meetings/1.0.0-3f2a/`. */
  base: z.string(),
  /** Comes from a developer's server, where files change: none is held to its integrity. Nowhere else. */
  dev: z.optional(z.literal(true)),
})
export type ComposedRelease = z.infer<typeof composedRelease>

/** A remote of this user's portal: which release to run, and which ones may stand in. */
export const composedRemote = z.object({
  name: remoteName,
  /** In loading order: the candidate where it is the reader's, stable, then the last good ones. At least one. */
  releases: z.array(composedRelease).check(z.minLength(1)),
  /** The first one is a candidate, so the second is what everyone else runs. */
  candidate: z.optional(z.literal(true)),
})
export type ComposedRemote = z.infer<typeof composedRemote>

/** A remote that an admin has stopped: none of its code is served, and a sentence stands where it would be. */
export const stoppedRemote = z.object({
  name: remoteName,
  routes: remoteDeclaration.shape.routes,
  navigation: remoteDeclaration.shape.navigation,
  slots: remoteDeclaration.shape.slots,
})
export type StoppedRemote = z.infer<typeof stoppedRemote>

/** Which release of which remote a tab runs, until it reloads. */
export const composition = z.object({
  /** Changes when any remote of it changes. */
  id: z.string(),
  remotes: z.array(composedRemote),
  /** Absent where none is stopped. */
  stopped: z.optional(z.array(stoppedRemote)),
})
export type Composition = z.infer<typeof composition>

/** The Trusted Types policy a release loads its own chunks under; the page's CSP names it. */
export function trustedTypesPolicy(remote: string, release: string): string {
  return `portal-${remote}-${release}`
}
