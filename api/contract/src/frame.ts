import type { Composition, NavigationEntry, SlotContribution } from './releases.ts'

const dashboardEntry: NavigationEntry = {
  to: '/',
  label: 'Dashboard',
  icon: 'layout-dashboard',
  order: 0,
}

/** The main menu: the dashboard, and what remotes put beside it, in their order. */
export function menuOf(composition: Composition): NavigationEntry[] {
  const entries = composition.remotes.flatMap(({ releases }) => releases[0]!.navigation)
  return [dashboardEntry, ...entries.toSorted((a, b) => a.order - b.order)]
}

/** Whether an entry of the menu leads to the page at a path, or to one above it. */
export function isCurrentEntry({ to }: Pick<NavigationEntry, 'to'>, path: string): boolean {
  const [entry, page] = [to.toLowerCase(), path.toLowerCase()]
  return page === entry || (entry !== '/' && page.startsWith(`${entry}/`))
}

/** The id of a menu entry's drawing in the page. */
export function menuIconId(icon: string): string {
  return `menu-${icon}`
}

/** Where “Contact your Board Liaison” leads, in the same place on every page. */
export function helpAddress(email: string): string {
  return `mailto:${email}?subject=${encodeURIComponent('Board Portal')}`
}

export type SlotPart = SlotContribution & { remote: string }

/** What remotes contribute to one of the shell's places, in its order. */
export function slotParts(composition: Composition, slot: string): SlotPart[] {
  return composition.remotes
    .flatMap(({ name, releases }) =>
      releases[0]!.slots
        .filter((part) => part.slot === slot)
        .map((part) => ({ ...part, remote: name })),
    )
    .toSorted((a, b) => a.order - b.order)
}
