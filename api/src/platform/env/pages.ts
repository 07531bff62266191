import { resolve } from 'node:path'
import * as z from 'zod/mini'
import type { Settings } from './settings.ts'
import { SettingsError, flag, list, setting, url } from './values.ts'

const embeddedHosts =
  'airtable.com,docs.google.com,drive.google.com,calendar.google.com,www.youtube.com,player.vimeo.com'

/** The shell, the remotes and the hosts that pages may embed. */
export const pagesEnvironment = {
  EMBED_HOSTS: setting(
    z._default(list, embeddedHosts.split(',')),
    'hosts that may be shown in a frame',
  ),
  PUBLIC_URL: setting(
    z.optional(
      url.check(
        z.refine(
          isOrigin,
          'it has more than a host; for example, https://board.example.org is right',
        ),
      ),
    ),
    'address at which people open the portal, such as `https://board.example.org`; board books link to it from pages that stand in for a paper',
    'none; `start` uses its own',
  ),
  SHELL_FOLDER: setting(z._default(z.string(), 'shell/dist'), 'the built shell'),
  RELEASES_FOLDER: setting(
    z._default(
      list,
      ['meetings', 'governance', 'directory', 'admin'].map((name) => `mf-${name}/dist`),
    ),
    'existing folders with builds of remotes, which are adopted at start',
  ),
  SAMPLE: setting(
    z._default(flag, false),
    'creates the sample foundation, in an empty data folder or one that is the sample’s; refused in production',
  ),
  SHELL_DEV_URL: setting(
    z.optional(url),
    'address of the shell’s development server; refused in production',
  ),
  DEV_REMOTES: setting(
    z._default(list, []),
    'development servers of remotes, `name@http://host:port`; refused in production',
  ),
  OVERRIDES: setting(
    z.optional(z.enum(['none', 'admins', 'localhost'])),
    'who may run other releases in their own tab: nobody; admins (published releases, for an hour), and the people of a preview; or everyone, including from servers on their own machine, which is refused in production',
    '`localhost` with the emulator, otherwise `admins`',
  ),
}

const environment = z.object(pagesEnvironment)

type PagesSettings = Pick<
  Settings,
  | 'embedHosts'
  | 'publicUrl'
  | 'shellFolder'
  | 'releaseFolders'
  | 'sample'
  | 'shellDevUrl'
  | 'devRemotes'
  | 'overrides'
>

export function pagesSettings(
  read: z.output<typeof environment>,
  isEmbedded: boolean,
): PagesSettings {
  return {
    embedHosts: read.EMBED_HOSTS.map((host) => host.toLowerCase()),
    publicUrl: read.PUBLIC_URL && new URL(read.PUBLIC_URL).origin,
    shellFolder: resolve(read.SHELL_FOLDER),
    releaseFolders: read.RELEASES_FOLDER.map((folder) => resolve(folder)),
    sample: read.SAMPLE,
    shellDevUrl: read.SHELL_DEV_URL,
    devRemotes: read.DEV_REMOTES.map(devRemote),
    overrides: read.OVERRIDES ?? (isEmbedded ? 'localhost' : 'admins'),
  }
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { href, origin } = new URL(text)
  return href === `${origin}/`
}

function devRemote(text: string): { name: string; url: string } {
  const match = /^([a-z][a-z0-9-]{1,30})@(https?:\/\/[^\s/]+)\/?$/.exec(text)
  if (!match) {
    throw new SettingsError(`DEV_REMOTES: ${text} is not of the form name@http://host:port.`)
  }
  return { name: match[1]!, url: match[2]! }
}
