import { parseSync } from 'oxc-parser'
import type { Migration } from './migrations.ts'

export type Rewritten = {
  text: string
  /** What was changed. */
  done: string[]
  /** What a person has to change. */
  byHand: string[]
}

/** A node of the syntax tree, as ESTree describes it. */
type Node = { type: string; start: number; end: number; [property: string]: unknown }

type Edit = { start: number; end: number; text: string }

/** Applies migrations to the text of a module. Applying them again changes nothing. */
export function rewriteSource(
  file: string,
  text: string,
  migrations: readonly Migration[],
): Rewritten {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) {
    return { text, done: [], byHand: [`It can’t be read: ${errors[0]!.message}`] }
  }
  const rewriting = { text, migrations, edits: [], done: [], byHand: [], locals: new Map() }
  visit(program as unknown as Node, rewriting)
  return {
    text: applied(text, rewriting.edits),
    done: [...new Set(rewriting.done)],
    byHand: [...new Set(rewriting.byHand)],
  }
}

type Rewriting = {
  text: string
  migrations: readonly Migration[]
  edits: Edit[]
  done: string[]
  byHand: string[]
  /** Imported names by their local name: `@portal/shared-ui/card Card`. */
  locals: Map<string, string>
}

function visit(node: Node, rewriting: Rewriting): void {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration') {
    moveNames(node, rewriting)
  } else if (node.type === 'ExportAllDeclaration' || node.type === 'ImportExpression') {
    moveWhole(node, rewriting)
  } else if (node.type === 'JSXOpeningElement') {
    renameProps(node, rewriting)
  }
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, rewriting)
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

type Specifier = Node & { local: Node; imported?: Node; exported?: Node; importKind?: string }

/** `import { a, type B as C } from '…'`, or the same with `export`. */
function moveNames(node: Node, rewriting: Rewriting): void {
  const from = moduleOf(node)
  if (from === undefined) return
  const specifiers = node['specifiers'] as Specifier[]
  const isNamed = ({ type }: Node) => type === 'ImportSpecifier' || type === 'ExportSpecifier'
  if (specifiers.length === 0 || !specifiers.every(isNamed)) return moveWhole(node, rewriting)
  const { text, migrations, edits, done, byHand, locals } = rewriting
  const isExport = node.type === 'ExportNamedDeclaration'
  const moved = specifiers.map((specifier) => {
    const named = isExport ? specifier.local : specifier.imported!
    const name = textOf(named, text)
    const place = placeOf(from, name, migrations)
    for (const { module, name: left, sentence } of migrations.flatMap((row) => row.byHand ?? [])) {
      if (module === from && left === name) {
        byHand.push(`line ${lineOf(node, text)}, ${name} of ${from}: ${sentence}`)
      }
    }
    if (!isExport) locals.set(textOf(specifier.local, text), `${place.module} ${place.name}`)
    if (place.module !== from || place.name !== name) {
      done.push(`${name} of ${from} is ${place.name} of ${place.module}`)
    }
    return { ...place, written: renamedSpecifier(specifier, { name, to: place.name, text }) }
  })
  const modules = [...new Set(moved.map(({ module }) => module))]
  if (modules.length === 1 && moved.every(({ name }, n) => name === nameOf(specifiers[n]!, node))) {
    if (modules[0] !== from) replaceModule(node, modules[0]!, edits)
    return
  }
  const kind = node[isExport ? 'exportKind' : 'importKind'] === 'type' ? ' type' : ''
  const lines = modules.map((module) => {
    const own = moved.filter((specifier) => specifier.module === module)
    const list = own.map(({ written }) => written).join(', ')
    return `${isExport ? 'export' : 'import'}${kind} { ${list} } from '${module}'`
  })
  const ending = text.slice(node.start, node.end).endsWith(';') ? ';' : ''
  const newLine = text.includes('\r\n') ? '\r\n' : '\n'
  const written = lines.join(ending + newLine) + ending
  edits.push({ start: node.start, end: node.end, text: written })

  function nameOf(specifier: Specifier, { type }: Node): string {
    return textOf(type === 'ExportNamedDeclaration' ? specifier.local : specifier.imported!, text)
  }
}

/** Keeps the name in the file, so that nothing else has to change. */
function renamedSpecifier(
  specifier: Specifier,
  { name, to, text }: { name: string; to: string; text: string },
): string {
  if (name === to) return text.slice(specifier.start, specifier.end)
  const kept = textOf(specifier.exported ?? specifier.local, text)
  const isType = specifier.importKind === 'type' || specifier['exportKind'] === 'type'
  return `${isType ? 'type ' : ''}${kept === to ? to : `${to} as ${kept}`}`
}

/** A whole module moves if all of it has one new place; otherwise a person decides. */
function moveWhole(node: Node, { text, migrations, edits, done, byHand }: Rewriting): void {
  const from = moduleOf(node)
  if (from === undefined) return
  const rows = migrations.flatMap(({ moved = [] }) => moved).filter((row) => row.from === from)
  const whole = rows.find(({ names }) => names === undefined)
  if (whole && rows.length === 1) {
    replaceModule(node, whole.to, edits)
    done.push(`${from} is ${whole.to}`)
  } else if (whole) {
    const places = [...new Set(rows.map(({ to }) => to))].join(' and ')
    byHand.push(`line ${lineOf(node, text)}: import from ${places} instead of ${from}.`)
  }
}

function renameProps(node: Node, { text, migrations, edits, done, locals }: Rewriting): void {
  const component = locals.get(textOf(node['name'] as Node, text))
  if (component === undefined) return
  for (const row of migrations.flatMap(({ renamedProps = [] }) => renamedProps)) {
    if (`${row.module} ${row.component}` !== component) continue
    for (const attribute of node['attributes'] as Node[]) {
      if (attribute.type !== 'JSXAttribute') continue
      const name = attribute['name'] as Node
      if (textOf(name, text) !== row.from) continue
      edits.push({ start: name.start, end: name.end, text: row.to })
      done.push(`${row.from} of ${row.component} is ${row.to}`)
    }
  }
}

type Place = { module: string; name: string }

/** Where an export is now; one that moved twice is followed. */
function placeOf(module: string, name: string, migrations: readonly Migration[]): Place {
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

function moduleOf(node: Node): string | undefined {
  const source = node['source'] as (Node & { value?: unknown }) | null | undefined
  return typeof source?.value === 'string' ? source.value : undefined
}

function replaceModule(node: Node, module: string, edits: Edit[]): void {
  const { start, end } = node['source'] as Node
  edits.push({ start: start + 1, end: end - 1, text: module })
}

function textOf({ start, end }: Node, text: string): string {
  return text.slice(start, end)
}

function lineOf({ start }: Node, text: string): number {
  return text.slice(0, start).split('\n').length
}

function applied(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, edit) => rest.slice(0, edit.start) + edit.text + rest.slice(edit.end), text)
}
