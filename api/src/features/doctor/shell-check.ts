import type { Settings } from '../../platform/env/env.ts'
import { type Check, CheckFailure } from './finding.ts'
import { Refusal } from '../../refusal.ts'
import type { PortalConfig } from '@portal/contract/portal'

type ShellOptions = {
  settings: Pick<Settings, 'shellFolder' | 'identity'>
  open: () => Promise<{
    page: () => Promise<string>
    provided?: Record<string, string> | undefined
  }>
}

/** Checks that there is a shell, and that it was built for the configured sign-in. */
export function shellCheck({ settings, open }: ShellOptions): Check {
  const { shellFolder, identity } = settings
  return {
    part: 'shell',
    async run() {
      const shell = await open()
      const builtFor = shellIdentity(await shell.page())
      // A production shell loads the sign-in that the page's configuration names.
      const build = identity.kind === 'emulator' ? 'emulator' : 'firebase'
      if (builtFor !== build) {
        throw new CheckFailure(
          `The shell in ${shellFolder} was built for IDENTITY=${builtFor ?? 'unknown'}. Build it with node scripts/build.ts --shell-identity=${build}, and set SHELL_FOLDER.`,
        )
      }
      const count = Object.keys(shell.provided ?? {}).length
      return `built for IDENTITY=${identity.kind}, with ${count} modules for remotes`
    },
  }
}

/** The sign-in that a shell was built for, read from its page; undefined if the build didn't record it. */
function shellIdentity(page: string): string | undefined {
  const mark = /<meta [^>]*name="portal-identity"[^>]*>/.exec(page)?.[0] ?? ''
  return /content="(\w+)"/.exec(mark)?.[1]
}

/** Refuses to run in production with a shell in which anyone can choose an identity. */
export function refuseEmulatorShell(page: string, folder: string): void {
  if (shellIdentity(page) !== 'emulator') return
  throw new Refusal(
    'invalid',
    `The shell in ${folder} was built for the emulator, with its chooser of sample accounts. Build it with node scripts/build.ts --shell-identity=firebase, and set SHELL_FOLDER.`,
  )
}

type RemotesOptions = {
  /** The builds that the next start adopts, with the reason if one can't be. */
  builds: () => Promise<{ folder: string; fault?: string }[]>
  /** The stable release of every remote, and whether all its files are stored unaltered. */
  live: () => Promise<{ remote: string; release: string; isWhole: boolean }[]>
  /** Stored documents about remotes that don't match their schema. */
  unread: () => Promise<string[]>
}

/** Checks the builds for the next start, and the files of the current releases. */
export function remotesCheck({ builds, live, unread }: RemotesOptions): Check {
  return {
    part: 'remotes',
    async run() {
      const [offered, running, unreadable] = await Promise.all([builds(), live(), unread()])
      if (unreadable.length > 0) {
        throw new CheckFailure(
          `The database has documents that this portal can’t read: ${unreadable.join(', ')}. Their remotes can’t be released. Start the newest portal that ran here, or restore the database from a backup.`,
        )
      }
      const broken = running.filter(({ isWhole }) => !isWhole)
      if (broken.length > 0) {
        const names = broken.map(({ remote, release }) => `${remote} ${release}`)
        throw new CheckFailure(
          `Files of ${names.join(', ')} are missing or altered. Publish the release again, or roll back to another one.`,
        )
      }
      const faults = offered.flatMap(({ fault }) => fault ?? [])
      if (faults.length > 0) throw new CheckFailure(faults.join(' '))
      if (running.length === 0 && offered.length === 0) {
        throw new CheckFailure(
          'There is no remote. Name builds in RELEASES_FOLDER, or publish a release.',
        )
      }
      const names = running.map(({ remote, release }) => `${remote} ${release}`)
      return names.length > 0
        ? `${names.join(', ')}: all files are intact`
        : `${offered.length} builds for the first start`
    },
  }
}

type Scheme = 'light' | 'dark'

type BrandingOptions = {
  /** Throws a sentence for a file that can't be used. */
  open: () => Promise<{
    config: Pick<PortalConfig['foundation'], 'logoSize' | 'signInPictureUrl'>
    accent:
      | { given: string; schemes: Record<Scheme, { accent: string }>; adjusted: Scheme[] }
      | undefined
    isLogoPale: boolean
  }>
}

/** Reads the foundation's logo, accent and sign-in picture, and reports how the accent was adapted. */
export function brandingCheck({ open }: BrandingOptions): Check {
  return {
    part: 'branding',
    async run() {
      const { config, accent, isLogoPale } = await open()
      const { logoSize, signInPictureUrl } = config
      const made = accent?.adjusted.map((scheme) => `${accent.schemes[scheme].accent} in ${scheme}`)
      const color =
        accent && made!.length > 0
          ? `${accent.given}, adapted to be readable: ${made!.join(' and ')} mode`
          : (accent?.given ?? 'the portal’s own')
      const message = [
        logoSize ? `logo of ${logoSize.width} × ${logoSize.height} px` : 'no logo, so a monogram',
        signInPictureUrl ? 'a sign-in picture' : 'no sign-in picture',
        `accent ${color}`,
      ].join(', ')
      if (!isLogoPale) return message
      return {
        caution: `${message}; FOUNDATION_LOGO is almost white, and is shown on white: use the logo for light backgrounds`,
      }
    },
  }
}
