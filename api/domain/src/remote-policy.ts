import { sizeText } from './file-size.ts'
import { isForTools } from './release-compatibility.ts'

/** What a portal's admins allow a remote, in addition to what its team has set for itself. */
export type RemotePolicy = {
  /** In bytes, uncompressed: of the largest file that browsers load, and of all of them. */
  budgets?: { file?: number | undefined; total?: number | undefined } | undefined
  /** The slots that it may fill; absent for any. */
  slots?: readonly string[] | undefined
  /** Where its menu entries and parts are, in place of what its releases declare. */
  order?: RemoteOrder | undefined
}

type RemoteOrder = {
  menu?: readonly { to: string; order: number }[] | undefined
  parts?: readonly { slot: string; component: string; order: number }[] | undefined
}

type Sized = { files: readonly { file: string; size: number }[] }

type Placed = {
  navigation: { to: string; order: number }[]
  slots: { slot: string; component: string; order: number }[]
}

/** What a portal's policy for a remote doesn't allow a release, one sentence each. */
export function policyFaults(
  { name, files, slots }: { name: string } & Sized & Placed,
  { budgets, slots: allowed }: RemotePolicy,
): string[] {
  const policy = `The portal’s policy for ${name}`
  const loaded = files.filter(({ file }) => !isForTools(file))
  const total = loaded.reduce((sum, { size }) => sum + size, 0)
  const { file: most = Infinity, total: mostInAll = Infinity } = budgets ?? {}
  const large = loaded.filter(({ size }) => size > most)
  const other = new Set(slots.map(({ slot }) => slot).filter((slot) => !mayFill(slot, allowed)))
  return [
    ...large.map(
      ({ file, size }) =>
        `${policy} allows ${sizeText(most)} for a file: ${file} has ${sizeText(size)}.`,
    ),
    ...(total > mostInAll
      ? [`${policy} allows ${sizeText(mostInAll)} for all files: they have ${sizeText(total)}.`]
      : []),
    ...[...other].map((slot) => `${policy} allows it no part in the slot ${slot}.`),
  ]
}

/** A release as a portal's policy places it: without parts in other slots, and in the policy's order. */
export function placedByPolicy<R extends Placed>(release: R, { slots, order }: RemotePolicy): R {
  if (slots === undefined && order === undefined) return release
  const menu = new Map(order?.menu?.map((entry) => [entry.to, entry.order]))
  const parts = order?.parts ?? []
  return {
    ...release,
    navigation: release.navigation.map((entry) => ({
      ...entry,
      order: menu.get(entry.to) ?? entry.order,
    })),
    slots: release.slots
      .filter(({ slot }) => mayFill(slot, slots))
      .map((part) => ({
        ...part,
        order:
          parts.find(({ slot, component }) => slot === part.slot && component === part.component)
            ?.order ?? part.order,
      })),
  }
}

function mayFill(slot: string, allowed: readonly string[] | undefined): boolean {
  return allowed === undefined || allowed.includes(slot)
}
