import type { PortalConfig } from '@portal/contract/portal'
import type { ShellFile } from '../shell-files.ts'
import type { Accent } from './accent-tokens.ts'

/** The foundation's own branding, which everyone may see. */
export type Branding = {
  /** Its part of the public settings. */
  config: Pick<PortalConfig['foundation'], 'logoUrl' | 'logoSize' | 'signInPictureUrl'>
  accent: Accent | undefined
  /** Address of the style sheet with the accent, if the foundation has its own. */
  sheetUrl: string | undefined
  iconUrl: string
  /** The logo is almost white, so it was made for a dark background. */
  isLogoPale: boolean
  /** By address, such as `/branding/logo.3f2a….webp`. */
  files: Map<string, ShellFile>
}
