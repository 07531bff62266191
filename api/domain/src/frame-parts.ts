import { mailLink } from './contact-links.ts'

/**
 * What the frame shows around every page. It is rendered twice, as HTML by the API until the shell runs, and as React by
 * the shell; both know only the shapes below, so a line or a name is changed here alone.
 */
export const frameTexts = { name: 'Board Portal', menu: 'Main', openMenu: 'Open menu' } as const

/** In lines of text, while a page is loading. */
export const pageSkeletonLines = 6

/** A line of text with one link at its end. */
export type FrameLine = { text: string; link: { label: string; href: string } }

/** The help at the end of the menu, of the slide-over and of the sign-in page; the folded menu has a button for each. */
export function helpLines({ liaisonEmail }: { liaisonEmail: string }): FrameLine[] {
  const link = { label: 'Contact your Board Liaison', href: helpAddress(liaisonEmail) }
  return [{ text: 'Need help?', link }]
}

/** The link behind “Contact your Board Liaison”. */
export function helpAddress(email: string): string {
  return mailLink(email, frameTexts.name)
}

type LogoSize = { width: number; height: number }
type Branded = { name: string; logoUrl?: string | undefined; logoSize?: LogoSize | undefined }

/** A foundation's mark, the logo or else the initial, and the name next to it. */
export type Brand = {
  logo?: { url: string; alt: string; isWide: boolean; size?: LogoSize | undefined }
  /** Of the monogram. */
  initial?: string
  name?: string
}

/**
 * A wide logo replaces the foundation's own name. `markOnly` is for the folded menu, where a wide logo couldn't be
 * recognized, and no name fits.
 */
export function brandOf(foundation: Branded, name: string, { markOnly = false } = {}): Brand {
  const isWide = hasWideLogo(foundation)
  const logo = markOnly && isWide ? undefined : foundation.logoUrl
  const isOwn = name === foundation.name
  const isNameShown = !markOnly && !(logo && isWide && isOwn)
  const alt = isNameShown && isOwn ? '' : foundation.name
  return {
    ...(logo
      ? { logo: { url: logo, alt, isWide, size: foundation.logoSize } }
      : { initial: initialOf(foundation.name) }),
    ...(isNameShown ? { name } : {}),
  }
}

/** The letter of a foundation's monogram: the first of its name, without the article. */
export function initialOf(name: string): string {
  const [first = ''] = name.trim().replace(/^the\s+(?=\S)/i, '')
  return first.toUpperCase()
}

/** Whether the logo needs a line of its own, and is too small to be recognized in a square. */
export function hasWideLogo({ logoSize }: Pick<Branded, 'logoSize'>): boolean {
  return logoSize !== undefined && logoSize.width > 1.6 * logoSize.height
}
