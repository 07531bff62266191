import type { PortalConfig } from '@portal/contract/portal'
import type { Check } from './finding.ts'

type Scheme = 'light' | 'dark'

type Options = {
  /** Throws a sentence for a file that can't be used. */
  open: () => Promise<{
    config: Pick<PortalConfig['foundation'], 'logoSize' | 'signInPictureUrl'>
    accent:
      | { given: string; schemes: Record<Scheme, { accent: string }>; adjusted: Scheme[] }
      | undefined
    isLogoPale: boolean
  }>
}

/** Reads the foundation's logo, accent and sign-in picture, and says what became of the accent. */
export function brandingCheck({ open }: Options): Check {
  return {
    part: 'branding',
    async run() {
      const { config, accent, isLogoPale } = await open()
      const { logoSize, signInPictureUrl } = config
      const made = accent?.adjusted.map((scheme) => `${accent.schemes[scheme].accent} in ${scheme}`)
      const colour =
        accent && made!.length > 0
          ? `${accent.given}, adapted to be readable: ${made!.join(' and ')} mode`
          : (accent?.given ?? 'the portal’s own')
      const said = [
        logoSize ? `logo of ${logoSize.width} × ${logoSize.height} px` : 'no logo, so a monogram',
        signInPictureUrl ? 'a sign-in picture' : 'no sign-in picture',
        `accent ${colour}`,
      ].join(', ')
      if (!isLogoPale) return said
      return {
        caution: `${said}; FOUNDATION_LOGO is almost white, and is shown on white: use the logo for light backgrounds`,
      }
    },
  }
}
