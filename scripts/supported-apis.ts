import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import { supportedBrowsers } from '../shell/remote-kit/src/build/supported-browsers.ts'

/** What the rule reads of a syntax tree's node (ESTree). */
type Node = {
  type: string
  name?: string
  value?: unknown
  operator?: string
  computed?: boolean
  optional?: boolean
  parent?: Node
  object?: Node
  property?: Node
  callee?: Node
  left?: Node
  argument?: Node
}
type Scope = { set: Map<string, { defs: unknown[] }>; upper: Scope | null }
type Context = {
  sourceCode: { getScope: (node: Node) => Scope }
  report: (problem: { node: Node; message: string }) => void
}

/** An entry of the compatibility data; what is in it has its own entries. */
type Entry = { __compat?: { support: Record<string, Version | Version[]> } } & {
  [name: string]: Entry
}
type Version = {
  version_added: string | false
  version_removed?: string
  flags?: unknown
  prefix?: string
  alternative_name?: string
}

const { builtins } = (bcd as unknown as { javascript: { builtins: Entry } }).javascript
const { api } = bcd as unknown as { api: Entry }

/** By the data's names of browsers. */
const oldest = supportedBrowsers.map((text) => {
  const [name = '', , version] = text.split(' ')
  return { text, name: name === 'ios_saf' ? 'safari_ios' : name, version: Number(version) }
})

/** The supported browsers that lack an API; undefined if there is none, or the data has no such API. */
function lackingIn(entry: Entry | undefined): string | undefined {
  const support = entry?.__compat?.support
  if (!support) return undefined
  const lacking = oldest.filter(({ name, version }) => !has(support[name], version))
  if (lacking.length === 0) return undefined
  return lacking.map(({ text }) => text.replace(' >=', '')).join(', ')
}

function has(versions: Version | Version[] | undefined, version: number): boolean {
  return [versions ?? []]
    .flat()
    .some(
      (support) =>
        support.version_added !== false &&
        Number.parseFloat(support.version_added.replace('≤', '')) <= version &&
        !support.version_removed &&
        !support.flags &&
        !support.prefix &&
        !support.alternative_name,
    )
}

/** Instances that are globals. */
const instances: Record<string, string> = {
  document: 'Document',
  globalThis: 'Window',
  navigator: 'Navigator',
  self: 'Window',
  window: 'Window',
}

const globalEntry = (name: string) => builtins[name] ?? api[name] ?? api['Window']?.[name]

function memberEntry(owner: string, name: string): Entry | undefined {
  const instance = instances[owner]
  if (instance === 'Window') return globalEntry(name)
  if (instance) return api[instance]?.[name]
  return builtins[owner]?.[name] ?? api[owner]?.[`${name}_static`]
}

/**
 * Methods by a name that only newer builtins have: `toBase64`. Words such as `take` or `union`, which iterators and sets
 * have, are names of anything.
 */
const newMethods = new Map<string, string>()
for (const owner of Object.values(builtins)) {
  for (const [name, entry] of Object.entries(owner)) {
    const lacking = name === '__compat' || /^[a-z]+$/.test(name) ? undefined : lackingIn(entry)
    if (lacking) newMethods.set(name, lacking)
  }
}
for (const owner of [...Object.values(builtins), ...Object.values(api)]) {
  for (const [name, entry] of Object.entries(owner)) {
    if (entry.__compat && !lackingIn(entry)) newMethods.delete(name)
  }
}

/**
 * Finds web APIs that one of the supported browsers lacks, by MDN's compatibility data: globals, what belongs to them
 * (`URL.parse`, `navigator.share`), and methods with a name of their own (`bytes.toBase64()`). An API is allowed in a
 * file that tests for it: `'parse' in URL`, `typeof requestIdleCallback`, `URL.parse?.(text)`, `URL.parse ?? other`.
 */
export const supportedApis = {
  create(context: Context) {
    const tested = new Set<string>()
    const uses: { node: Node; name: string; shown: string; lacking: string }[] = []

    const isGlobal = (node: Node): node is Node & { name: string } => {
      if (node.type !== 'Identifier' || node.name === undefined) return false
      let scope: Scope | null = context.sourceCode.getScope(node)
      for (; scope; scope = scope.upper) {
        if ((scope.set.get(node.name)?.defs.length ?? 0) > 0) return false
      }
      return true
    }
    const note = (node: Node, name: string, shown: string, lacking: string | undefined) => {
      if (lacking) uses.push({ node, name, shown, lacking })
    }
    const called = ({ callee }: Node) => {
      if (callee && isGlobal(callee)) {
        note(callee, callee.name, callee.name, lackingIn(globalEntry(callee.name)))
      }
    }

    return {
      BinaryExpression({ operator, left }: Node) {
        if (operator === 'in' && typeof left?.value === 'string') tested.add(left.value)
      },
      UnaryExpression({ operator, argument }: Node) {
        if (operator === 'typeof') tested.add(argument?.name ?? argument?.property?.name ?? '')
      },
      MemberExpression(node: Node) {
        const { object, property, computed, parent } = node
        const name = property?.name
        if (!object || computed || name === undefined) return
        const isCalled = parent?.type === 'CallExpression' && parent.callee === node
        const isOptional = parent?.optional && (isCalled || parent.object === node)
        if (isOptional || (parent?.operator === '??' && parent.left === node)) tested.add(name)
        const entry = isGlobal(object) ? memberEntry(object.name, name) : undefined
        if (entry) note(node, name, `${object.name}.${name}`, lackingIn(entry))
        else if (isCalled) note(node, name, `${name}()`, newMethods.get(name))
      },
      CallExpression: called,
      NewExpression: called,
      'Program:exit'() {
        for (const { node, name, shown, lacking } of uses) {
          const message = `${shown} is missing in ${lacking}, which the portal supports.`
          if (!tested.has(name)) context.report({ node, message })
        }
      },
    }
  },
}

export default { meta: { name: 'portal' }, rules: { 'supported-apis': supportedApis } }
