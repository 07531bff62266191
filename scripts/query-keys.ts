import { parseSync } from '@swc/core'

type Node = { type: string; [field: string]: unknown }

/** Methods of the query client that take a key as their first argument. */
const takesKey = /^(get|set)Query(Data|State)$/
/** Properties with a key as their value: TanStack Query's, and the ones of the admin's `useChange`. */
const holdsKey = /^(queryKey|mutationKey|supersedes)$/

/**
 * Query keys that a remote writes by hand and that don't begin with its name. All remotes share one cache: keys of
 * data that several of them read come from the remote-kit, and every other key is the remote's own.
 */
export function foreignKeys(remote: string, source: string): string[] {
  const tree = parseSync(source, { syntax: 'typescript', tsx: true }) as unknown as Node
  return keysIn(tree)
    .filter(({ elements }) => {
      const [first] = elements as { spread: unknown; expression: Node }[]
      const isSpread = Boolean(first?.spread)
      return !isSpread && first?.expression['value'] !== remote
    })
    .map((key) => textOf(key))
}

type Key = Node & { elements: unknown }

function keysIn(node: unknown): Key[] {
  if (Array.isArray(node)) return node.flatMap(keysIn)
  if (typeof node !== 'object' || node === null) return []
  const key = isNode(node) ? keyOf(node) : undefined
  const stale = isNode(node) ? staleKeys(node) : []
  const inner = Object.values(node).flatMap(keysIn)
  return key ? [key, ...stale, ...inner] : [...stale, ...inner]
}

/** The arrays in a list of keys that a change makes stale: `stale: [['admin', 'users']]`. */
function staleKeys(node: Node): Key[] {
  if (node.type !== 'KeyValueProperty' || nameOf(node['key']) !== 'stale') return []
  const { elements = [] } = arrayIn(node['value']) ?? {}
  return (elements as { expression: Node }[]).flatMap(({ expression }) => arrayIn(expression) ?? [])
}

/** The array that a node names, hands over or returns as a query's key. */
function keyOf(node: Node): Key | undefined {
  switch (node.type) {
    case 'KeyValueProperty':
      return holdsKey.test(nameOf(node['key'])) ? arrayIn(node['value']) : undefined
    case 'VariableDeclarator':
      return nameOf(node['id']).endsWith('Key') ? arrayIn(node['init']) : undefined
    case 'FunctionDeclaration': {
      if (!nameOf(node['identifier']).endsWith('Key')) return undefined
      const { stmts } = node['body'] as { stmts: Node[] }
      return arrayIn(stmts.find(({ type }) => type === 'ReturnStatement')?.['argument'])
    }
    case 'CallExpression': {
      const { property } = node['callee'] as { property?: unknown }
      const [first, , third] = node['arguments'] as { expression: unknown }[]
      if (nameOf(node['callee']) === 'adminQuery') return arrayIn(third?.expression)
      return takesKey.test(nameOf(property)) ? arrayIn(first?.expression) : undefined
    }
    default:
      return undefined
  }
}

function arrayIn(node: unknown): Key | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'ArrayExpression') return node as Key
  const inner = [
    'ArrowFunctionExpression',
    'ParenthesisExpression',
    'TsAsExpression',
    'TsConstAssertion',
  ]
  return inner.includes(node.type) ? arrayIn(node['body'] ?? node['expression']) : undefined
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function nameOf(node: unknown): string {
  const value = isNode(node) ? node['value'] : undefined
  return typeof value === 'string' ? value : ''
}

function textOf({ elements }: Key): string {
  const parts = (elements as { expression: Node }[]).map(({ expression }) =>
    JSON.stringify(expression['value'] ?? '…'),
  )
  return `[${parts.join(', ')}]`
}
