import * as z from 'zod/mini'
import { settingLimits } from '@portal/domain/setting-limits'
import { largest } from './bounds.ts'
import { settingDeclaration, settingValues } from './setting-declaration.ts'

/** @deprecated Import them from `@portal/domain/release-compatibility`. */
export { isForTools, remoteContract } from '@portal/domain/release-compatibility'

/** This contract's own version: minor versions add, only major versions remove. */
export const contractVersion = '1.24.0'

const integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/))
export const remoteName = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]{1,30}$/, '2 to 31 lower-case letters, digits and dashes'))
export const releaseId = z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{0,63}$/i))
const fileName = z.string().check(z.maxLength(300), z.regex(/^[\w@.-]+(\/[\w@.-]+)*$/))
const word = z.string().check(z.maxLength(100))
const bytes = z.number().check(z.lte(largest.bytes))
/** Where something is among its neighbors, ascending. */
const order = z.number().check(z.lte(1_000_000))
/** An absolute path of the portal: `/meetings`. */
const portalPath = z.string().check(z.maxLength(200), z.regex(/^\/[\w/{}:-]*$/))

export const navigationEntry = z.object({
  to: portalPath,
  label: z.string().check(z.maxLength(80)),
  /** One of `menuIcons`; a new release with another one is refused. */
  icon: word,
  /** From the top. */
  order,
})
export type NavigationEntry = z.infer<typeof navigationEntry>

/** Its place in the policy of its remote. */
export const menuPlace = z.pick(navigationEntry, { to: true, order: true })

export const slotContribution = z.object({
  /** The slot's name, for example `dashboard`. */
  slot: word,
  /** The remote's component to render there. */
  component: word,
  order,
  /** Two neighboring halves are next to each other if there is room. `full` by default. */
  width: z.optional(z.catch(z.enum(['full', 'half']), 'full')),
})
export type SlotContribution = z.infer<typeof slotContribution>

/** Its place in the policy of its remote. */
export const slotPlace = z.pick(slotContribution, { slot: true, component: true, order: true })

/** Addresses at which a paper has the whole page: those below a path and, if it is given, with this query parameter. */
export const readingAddress = z.object({ below: portalPath, query: z.optional(word) })
export type ReadingAddress = z.infer<typeof readingAddress>

/** What a remote contributes, known before its code runs. */
export const remoteDeclaration = z.object({
  name: remoteName,
  contract: z.number().check(z.lte(1000)),
  /** Path prefixes this remote owns: `/meetings` owns `/meetings/2026/q/3` too. */
  routes: z.array(portalPath).check(z.maxLength(50)),
  navigation: z.array(navigationEntry).check(z.maxLength(50)),
  slots: z.array(slotContribution).check(z.maxLength(50)),
  /** So that the menu isn't painted before the paper is there. */
  reading: z.optional(z.array(readingAddress).check(z.maxLength(50))),
  /** Members never receive a remote for admins. */
  audience: z.enum(['members', 'admins']),
})
export type RemoteDeclaration = z.infer<typeof remoteDeclaration>

/** A caret range; the build preset writes no others. */
export const contractRange = z.string().check(z.regex(/^\^\d{1,4}\.\d{1,4}\.\d{1,4}$/))
export const commit = z.string().check(z.regex(/^[0-9a-f]{7,64}$/))

export const releaseFile = z.object({
  file: fileName,
  integrity,
  /** Uncompressed, in bytes. */
  size: bytes,
})

const broughtPackage = z.object({
  version: word,
  /** The script that contains it. */
  file: fileName,
  /** The script's size with Brotli, in bytes. */
  compressed: bytes,
})

/** A page of a release. */
export const releaseScreen = z.object({
  /** The pattern of its route: `/meetings/:year/q/:quarter`. */
  path: z.string().check(z.maxLength(200), z.regex(/^\/[\w/:.*?-]*$/)),
  /** If it is always the same. */
  heading: z.optional(z.string().check(z.maxLength(200))),
})
export type ReleaseScreen = z.infer<typeof releaseScreen>

/** `release.json`, written by the build: everything a shell needs to validate and load a release. */
export const releaseManifest = z.object({
  ...remoteDeclaration.shape,
  release: releaseId,
  /** The package's version. */
  version: word,
  /** The container: a classic script that defines the federation global `global`. */
  entry: fileName,
  global: z.string().check(z.regex(/^[A-Za-z_$][\w$]*$/)),
  /** Version ranges of the modules that the shell must provide: `{"react": "^19.0.0"}`. */
  shared: z.record(z.string(), word),
  /** Those of them that its container needs before it runs. Absent in older releases: all. */
  sharedFirst: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(1000))),
  /**
   * Its style sheets that the shell adds before it runs; the chunks of its other ones load theirs. Absent in older
   * releases: the shell adds all.
   */
  stylesFirst: z.optional(z.array(fileName).check(z.maxLength(1000))),
  /**
   * By shared module, the names that its code uses; `*` for a module that is used as a whole. Absent
   * in older releases.
   */
  usedNames: z.optional(
    z.record(z.string(), z.array(z.string().check(z.maxLength(200))).check(z.maxLength(10_000))),
  ),
  /** By name: packages that it doesn't take from the shell, but brings in a version of its own. */
  brings: z.optional(z.record(z.string(), broughtPackage)),
  files: z.array(releaseFile).check(z.maxLength(10_000)),
  /** The files that a path prefix or slot needs first, for preloading. */
  preload: z.record(z.string(), z.array(fileName).check(z.maxLength(1000))),
  /** Its pages, for those who test them. Absent in older releases, and in fallbacks of a composition. */
  screens: z.optional(z.array(releaseScreen).check(z.maxLength(1000))),
  /**
   * What it is made of, to see what has grown: bytes of source by package or folder (`mf-meetings/src/agenda`). Absent
   * in older releases, and in compositions.
   */
  parts: z.optional(z.record(z.string().check(z.maxLength(200)), bytes)),
  /** What admins, and its team, can set without another release. */
  settings: z.optional(z.array(settingDeclaration).check(z.maxLength(settingLimits.settings))),
  /** The versions of this contract it was built for: `^1.0.0`. */
  contractRange: z.optional(contractRange),
  /** The source commit, in hex. */
  commit: z.optional(commit),
})
export type ReleaseManifest = z.infer<typeof releaseManifest>

// Those who check a release need the names, and forms the settings; its page doesn't.
const { usedNames: _, settings: __, ...loaded } = releaseManifest.shape

/** A release in the form that tabs load. */
export const composedRelease = z.object({
  ...loaded,
  /** The path of its files: `/remotes/meetings/1.0.0-3f2a/`. */
  base: z.string(),
  /** Served by a developer's server, whose files change, so integrity isn't checked. Absent otherwise. */
  dev: z.optional(z.literal(true)),
  /**
   * Without its files, shared modules, preloads and screens, which its record has: `release.json` below `base`. A page
   * of many remotes lists those in brief that it doesn't open. Absent for a whole release.
   */
  brief: z.optional(z.literal(true)),
  /** Its settings that aren't the default for this person, by name. Absent if all are. */
  settingValues: z.optional(settingValues),
})
export type ComposedRelease = z.infer<typeof composedRelease>

/** A remote in this person's portal: the release to run, and its fallbacks. */
export const composedRemote = z.object({
  name: remoteName,
  /** In loading order: the candidate if this person runs it, stable, then the last good ones. At least one. */
  releases: z.array(composedRelease).check(z.minLength(1)),
  /** The first release is a candidate; everyone else runs the second. */
  candidate: z.optional(z.literal(true)),
})
export type ComposedRemote = z.infer<typeof composedRemote>

/** A remote that an admin has stopped: its code isn't served, and a notice is shown instead. */
export const stoppedRemote = z.object({
  name: remoteName,
  routes: remoteDeclaration.shape.routes,
  navigation: remoteDeclaration.shape.navigation,
  slots: remoteDeclaration.shape.slots,
})
export type StoppedRemote = z.infer<typeof stoppedRemote>

/** The releases that a tab runs until it reloads. */
export const composition = z.object({
  /** Changes when any of its remotes changes. */
  id: z.string(),
  remotes: z.array(composedRemote),
  /** Absent if none is stopped. */
  stopped: z.optional(z.array(stoppedRemote)),
})
export type Composition = z.infer<typeof composition>

/** The Trusted Types policy that a release uses to load its chunks; listed in the page's CSP. */
export function trustedTypesPolicy(remote: string, release: string): string {
  return `portal-${remote}-${release}`
}
