import { parseSync } from 'oxc-parser'
import type { Migration } from './migrations.ts'
import { moveReference } from './rewrite-references.ts'
import {
  type Edit,
  isModuleName,
  isNode,
  type ModuleName,
  moveWhole,
  type Node,
  noteByHand,
  placeOf,
  replaceModule,
  type Rewriting,
  textOf,
} from './rewriting.ts'

export type Rewritten = {
  text: string
  /** What was changed. */
  done: string[]
  /** What a person has to change. */
  byHand: string[]
}

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
  const rewriting: Rewriting = {
    text,
    migrations,
    edits: [],
    done: [],
    byHand: [],
    locals: new Map(),
    handled: new Set(),
  }
  visit(program as unknown as Node, rewriting)
  return {
    text: applied(text, rewriting.edits),
    done: [...new Set(rewriting.done)],
    byHand: [...new Set(rewriting.byHand)],
  }
}

function visit(node: Node, rewriting: Rewriting): void {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration') {
    moveNames(node, rewriting)
  } else if (node.type === 'ExportAllDeclaration') {
    moveWhole(moduleOf(node), rewriting)
  } else if (node.type === 'JSXOpeningElement') {
    renameProps(node, rewriting)
  } else {
    moveReference(node, rewriting)
  }
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, rewriting)
    }
  }
}

type Specifier = Node & { local: Node; imported?: Node; exported?: Node; importKind?: string }

/** `import { a, type B as C } from '…'`, or the same with `export`. */
function moveNames(node: Node, rewriting: Rewriting): void {
  const named = moduleOf(node)
  if (!named) return
  const from = named.value
  const specifiers = node['specifiers'] as Specifier[]
  const isNamed = ({ type }: Node) => type === 'ImportSpecifier' || type === 'ExportSpecifier'
  if (specifiers.length === 0 || !specifiers.every(isNamed)) return moveWhole(named, rewriting)
  const { text, migrations, edits, done, locals } = rewriting
  const isExport = node.type === 'ExportNamedDeclaration'
  const namesTaken = specifiers.map((specifier) =>
    textOf(isExport ? specifier.local : specifier.imported!, text),
  )
  noteByHand(named, namesTaken, rewriting)
  const moved = specifiers.map((specifier, n) => {
    const name = namesTaken[n]!
    const place = placeOf(from, name, migrations)
    if (!isExport) locals.set(textOf(specifier.local, text), `${place.module} ${place.name}`)
    if (place.module !== from || place.name !== name) {
      done.push(`${name} of ${from} is ${place.name} of ${place.module}`)
    }
    return { ...place, written: renamedSpecifier(specifier, { name, to: place.name, text }) }
  })
  const modules = [...new Set(moved.map(({ module }) => module))]
  if (modules.length === 1 && moved.every(({ name }, n) => name === namesTaken[n])) {
    if (modules[0] !== from) replaceModule(named, modules[0]!, edits)
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

function moduleOf(node: Node): ModuleName | undefined {
  const source = node['source']
  return isModuleName(source) ? source : undefined
}

function applied(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, edit) => rest.slice(0, edit.start) + edit.text + rest.slice(edit.end), text)
}
