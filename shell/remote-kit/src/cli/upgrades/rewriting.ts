import type { Migration } from './migrations.ts'

/** A node of the syntax tree, as ESTree describes it. */
export type Node = { type: string; start: number; end: number; [property: string]: unknown }

export type Edit = { start: number; end: number; text: string }

export type Rewriting = {
  text: string
  migrations: readonly Migration[]
  edits: Edit[]
  done: string[]
  byHand: string[]
  /** Imported names by their local name: `@portal/shared-ui/card Card`. */
  locals: Map<string, string>
  /** Names of modules that were looked at together with what is taken from the module. */
  handled: Set<Node>
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

type Place = { module: string; name: string }

/** Where an export is now; one that moved twice is followed. */
export function placeOf(module: string, name: string, migrations: readonly Migration[]): Place {
  return migrations.reduce<Place>(
    (place, { moved = [] }) => {
      const row = moved.find(
        ({ from, names }) => from === place.module && (names?.includes(place.name) ?? true),
      )
      return row ? { module: row.to, name: row.renamed?.[place.name] ?? place.name } : place
    },
    { module, name },
  )
}

/** The text node that names a module, in any form of import. */
export type ModuleName = Node & { value: string }

export function isModuleName(value: unknown): value is ModuleName {
  return isNode(value) && value.type === 'Literal' && typeof value['value'] === 'string'
}

/** A whole module moves if all of it has one new place; otherwise a person decides. */
export function moveWhole(
  named: ModuleName | undefined,
  { text, migrations, edits, done, byHand }: Rewriting,
): void {
  if (!named) return
  const from = named.value
  const rows = migrations.flatMap(({ moved = [] }) => moved).filter((row) => row.from === from)
  const whole = rows.find(({ names }) => names === undefined)
  if (whole && rows.length === 1) {
    replaceModule(named, whole.to, edits)
    done.push(`${from} is ${whole.to}`)
  } else if (whole) {
    const places = [...new Set(rows.map(({ to }) => to))].join(' and ')
    byHand.push(`line ${lineOf(named, text)}: import from ${places} instead of ${from}.`)
  }
}

/** Notes the names whose use a person has to change. */
export function noteByHand(
  named: ModuleName,
  names: readonly string[],
  { text, migrations, byHand }: Rewriting,
): void {
  const from = named.value
  for (const { module, name, sentence } of migrations.flatMap((row) => row.byHand ?? [])) {
    if (module !== from || !names.includes(name)) continue
    byHand.push(`line ${lineOf(named, text)}, ${name} of ${from}: ${sentence}`)
  }
}

export function replaceModule({ start, end }: ModuleName, module: string, edits: Edit[]): void {
  edits.push({ start: start + 1, end: end - 1, text: module })
}

export function textOf({ start, end }: Node, text: string): string {
  return text.slice(start, end)
}

export function lineOf({ start }: Node, text: string): number {
  return text.slice(0, start).split('\n').length
}
