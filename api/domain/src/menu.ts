type MenuEntry = { to: string; label: string; icon: string; order: number }

type Contribution = {
  slot: string
  component: string
  order: number
  width?: 'full' | 'half' | undefined
}

type Release = {
  navigation: readonly MenuEntry[]
  slots: readonly Contribution[]
  reading?: readonly { below: string; query?: string | undefined }[] | undefined
  audience: 'members' | 'admins'
}

/** The releases that a tab runs. */
type Composition = {
  remotes: readonly { name: string; releases: readonly Release[] }[]
  stopped?: readonly Pick<Release, 'navigation'>[] | undefined
}

const dashboardEntry: MenuEntry = {
  to: '/',
  label: 'Dashboard',
  icon: 'layout-dashboard',
  order: 0,
}

/** Guests and assistants have no dashboard. */
const ownMeetingsEntry: MenuEntry = {
  ...dashboardEntry,
  label: 'Your meetings',
  icon: 'calendar-days',
}

/**
 * The main menu: the dashboard, or an outsider's meetings, and the remotes' entries, in order. A stopped remote keeps its entries; its pages say
 * that it is switched off.
 */
export function menuOf(
  { remotes, stopped = [] }: Composition,
  { hidesAdmin = false, isOutsider = false } = {},
): MenuEntry[] {
  const shown = remotes
    .map(({ releases }) => releases[0]!)
    .filter(({ audience }) => !hidesAdmin || audience === 'members')
  const declared = [...shown, ...stopped]
  const entries = declared.flatMap(({ navigation }) => navigation)
  const home = isOutsider ? ownMeetingsEntry : dashboardEntry
  return [home, ...entries.toSorted((a, b) => a.order - b.order)]
}

/** Whether a menu entry leads to the page at a path, or to a parent of it. */
export function isCurrentEntry({ to }: Pick<MenuEntry, 'to'>, path: string): boolean {
  const [entry, page] = [to.toLowerCase(), path.toLowerCase()]
  return page === entry || (entry !== '/' && page.startsWith(`${entry}/`))
}

/** Whether a paper has the page at an address: the menu is hidden there. */
export function isReadingAddress(
  { remotes }: Pick<Composition, 'remotes'>,
  path: string,
  search: string,
): boolean {
  const query = new URLSearchParams(search)
  return remotes
    .flatMap(({ releases }) => releases[0]!.reading ?? [])
    .some((other) => {
      const isBelow = path.startsWith(`${other.below}/`) && path !== `${other.below}/`
      return isBelow && (other.query === undefined || query.has(other.query))
    })
}

/** The icons that a menu entry may have. The shell has a picture of each. */
export const menuIcons = [
  'book-open',
  'calendar-days',
  'file-text',
  'landmark',
  'layout-dashboard',
  'megaphone',
  'notebook-pen',
  'shield',
  'users',
] as const
export type MenuIcon = (typeof menuIcons)[number]

/** Which menu entry has an unknown icon, as a sentence; undefined if all icons are known. */
export function menuIconFault(
  navigation: readonly Pick<MenuEntry, 'label' | 'icon'>[],
): string | undefined {
  const known: readonly string[] = menuIcons
  const odd = navigation.find(({ icon }) => !known.includes(icon))
  return (
    odd &&
    `The menu entry “${odd.label}” has an unknown icon, “${odd.icon}”. Choose one of these: ${known.join(', ')}.`
  )
}

/** The id of a menu icon in the page. */
export function menuIconId(icon: string): string {
  return `menu-${icon}`
}

export type SlotPart = Contribution & { remote: string }

/** What remotes contribute to one of the shell's slots, in order. */
export function slotParts({ remotes }: Pick<Composition, 'remotes'>, slot: string): SlotPart[] {
  return remotes
    .flatMap(({ name, releases }) =>
      releases[0]!.slots
        .filter((part) => part.slot === slot)
        .map((part) => ({ ...part, remote: name })),
    )
    .toSorted((a, b) => a.order - b.order)
}

/** The stopped remotes that contribute to one of the shell's slots. */
export function stoppedIn<Stopped extends Pick<Release, 'slots'>>(
  { stopped = [] }: { stopped?: readonly Stopped[] | undefined },
  slot: string,
): Stopped[] {
  return stopped.filter(({ slots }) => slots.some((part) => part.slot === slot))
}
