import type { ReleasePolicy } from '@portal/contract/pointers'
import { releaseLimits } from '@portal/contract/publishing'
import { sizeText } from '@portal/domain/file-size'
import { counted } from '@portal/domain/counted'

/** The parts of a remote's policy that say what it may use. */
export type Limits = Pick<ReleasePolicy, 'backend' | 'budgets' | 'slots' | 'order'>

/** What a running release has in the menu and in slots. */
export type Claims = {
  navigation: readonly { to: string; label: string; order: number }[]
  slots: readonly { slot: string; component: string; order: number }[]
}

/** As it is typed; an empty text leaves what would apply without it. */
export type LimitsForm = {
  backend: string
  /** In KB. */
  file: string
  total: string
  /** Undefined for any. */
  slots: readonly string[] | undefined
  /** By `placeKey`. */
  places: Readonly<Record<string, string>>
}

export type Place = { key: string; label: string; declared: number }

const list = new Intl.ListFormat('en')
const kb = 1000
const largest = {
  file: Math.floor(releaseLimits.file / kb),
  total: Math.floor(releaseLimits.release / kb),
}

const menuKey = (to: string) => `menu ${to}`
const partKey = (slot: string, component: string) => `part ${slot} ${component}`

/** The menu entries and parts that can be put elsewhere. */
export function placesOf({ navigation, slots }: Claims): Place[] {
  return [
    ...navigation.map(({ to, label, order }) => ({
      key: menuKey(to),
      label: `Place of “${label}” in the menu`,
      declared: order,
    })),
    ...slots.map(({ slot, component, order }) => ({
      key: partKey(slot, component),
      label: `Place of the part “${component}” in the slot ${slot}`,
      declared: order,
    })),
  ]
}

export function formOf({ backend, budgets, slots, order }: Limits): LimitsForm {
  const inKb = (bytes: number | undefined) => (bytes === undefined ? '' : String(bytes / kb))
  return {
    backend: backend?.origin ?? '',
    file: inKb(budgets?.file),
    total: inKb(budgets?.total),
    slots,
    places: Object.fromEntries([
      ...(order?.menu ?? []).map((entry) => [menuKey(entry.to), String(entry.order)] as const),
      ...(order?.parts ?? []).map(
        ({ slot, component, order: place }) => [partKey(slot, component), String(place)] as const,
      ),
    ]),
  }
}

/** Each part as a save sends it: `null` for none. Places of what no running release has are kept. */
export function limitsIn(
  form: LimitsForm,
  { navigation, slots }: Claims,
  { order }: Limits,
): { [P in keyof Limits]-?: NonNullable<Limits[P]> | null } {
  const origin = form.backend.trim().replace(/\/$/, '')
  const [file, total] = [bytesIn(form.file), bytesIn(form.total)]
  const placed = (key: string) => form.places[key]?.trim() ?? ''
  const own = new Set(placesOf({ navigation, slots }).map(({ key }) => key))
  const menu = [
    ...(order?.menu ?? []).filter(({ to }) => !own.has(menuKey(to))),
    ...navigation.flatMap(({ to }) => {
      const place = placed(menuKey(to))
      return place === '' ? [] : [{ to, order: Number(place) }]
    }),
  ]
  const parts = [
    ...(order?.parts ?? []).filter(({ slot, component }) => !own.has(partKey(slot, component))),
    ...slots.flatMap(({ slot, component }) => {
      const place = placed(partKey(slot, component))
      return place === '' ? [] : [{ slot, component, order: Number(place) }]
    }),
  ]
  return {
    backend: origin === '' ? null : { origin },
    budgets:
      file === undefined && total === undefined
        ? null
        : {
            ...(file === undefined ? {} : { file }),
            ...(total === undefined ? {} : { total }),
          },
    slots: form.slots === undefined ? null : [...form.slots],
    order:
      menu.length + parts.length === 0
        ? null
        : {
            ...(menu.length > 0 ? { menu } : {}),
            ...(parts.length > 0 ? { parts } : {}),
          },
  }
}

function bytesIn(text: string): number | undefined {
  return text.trim() === '' ? undefined : Math.round(Number(text) * kb)
}

export function backendFault(text: string): string | undefined {
  if (text.trim() === '' || /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?\/?$/.test(text.trim()))
    return undefined
  return 'Enter an address without a path, such as https://news.example.org'
}

export function sizeFault(text: string, of: 'file' | 'total'): string | undefined {
  const value = Number(text)
  const isGood = /^\d{1,5}(\.\d{1,3})?$/.test(text.trim()) && value > 0 && value <= largest[of]
  if (text.trim() === '' || isGood) return undefined
  return `A number from 1 to ${largest[of].toLocaleString('en')}, or empty for the portal’s own limit`
}

export function placeFault(text: string): string | undefined {
  if (text.trim() === '' || /^\d{1,6}$/.test(text.trim())) return undefined
  return 'A whole number from 0 to 999,999, or empty'
}

/** What a remote may use, one line each. */
export function limitsInWords({
  backend,
  budgets,
  slots,
  order,
}: Limits): Record<LimitName, string> {
  const { file, total } = budgets ?? {}
  const sizes = [
    ...(file === undefined ? [] : [`${sizeText(file)} each`]),
    ...(total === undefined ? [] : [`${sizeText(total)} in all`]),
  ]
  const moved = (order?.menu?.length ?? 0) + (order?.parts?.length ?? 0)
  return {
    Backend: backend ? `Its screens may ask ${backend.origin}.` : 'It has none.',
    Files:
      sizes.length === 0
        ? 'As large as the portal allows any remote.'
        : `At most ${list.format(sizes)}.`,
    Slots: slotsInWords(slots),
    Places:
      moved === 0
        ? 'Its menu entries and parts are where its releases say.'
        : `An admin has placed ${counted(moved, 'menu entry or part', 'menu entries and parts')}.`,
  }
}

type LimitName = 'Backend' | 'Files' | 'Slots' | 'Places'

function slotsInWords(slots: readonly string[] | undefined): string {
  if (slots === undefined) return 'It may have parts in any slot.'
  return slots.length === 0
    ? 'It may have no parts.'
    : `It may have parts in ${list.format(slots)}.`
}
