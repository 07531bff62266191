import {
  isModuleName,
  isNode,
  lineOf,
  type ModuleName,
  moveWhole,
  type Node,
  noteByHand,
  placeOf,
  replaceModule,
  type Rewriting,
  textOf,
} from './rewriting.ts'

/** Names that are taken from a module, each with the edit that gives it another name there. */
type TakenName = { name: string; node: Node; renamed: (to: string) => string }

/** Moves what refers to a module without an import declaration: import types, `import()`, `require()` and mocks. */
export function moveReference(node: Node, rewriting: Rewriting): void {
  if (node.type === 'TSImportType') {
    moveTaken(node['source'], qualifierOf(node), rewriting)
  } else if (node.type === 'TSExternalModuleReference') {
    moveTaken(node['expression'], undefined, rewriting)
  } else if (node.type === 'VariableDeclarator') {
    const taken = namesOfPattern(node['id'])
    if (taken) moveTaken(loadedBy(node['init'], rewriting), taken, rewriting)
  } else if (node.type === 'MemberExpression' && node['computed'] === false) {
    const property = node['property'] as Node
    const taken = [{ ...asNamed(property, rewriting), renamed: (to: string) => to }]
    moveTaken(loadedBy(node['object'], rewriting), taken, rewriting)
  } else if (node.type === 'ImportExpression' || node.type === 'CallExpression') {
    const mocked = mockedBy(node, rewriting)
    if (mocked) moveMock(mocked, rewriting)
    else moveTaken(loadedBy(node, rewriting), undefined, rewriting)
  }

  function qualifierOf({ qualifier }: Node): TakenName[] | undefined {
    let first = qualifier
    while (isNode(first) && first.type === 'TSQualifiedName') first = first['left']
    if (!isNode(first)) return undefined
    return [{ ...asNamed(first, rewriting), renamed: (to) => to }]
  }
}

type Mocked = { module: ModuleName; taken: TakenName[] | undefined }

/** A mock whose names aren't known has to follow what moved, if only a part of the module did. */
function moveMock({ module, taken }: Mocked, rewriting: Rewriting): void {
  const { migrations, handled, byHand, text } = rewriting
  const rows = migrations.flatMap(({ moved = [] }) => moved)
  const places = new Set(rows.filter(({ from }) => from === module.value).map(({ to }) => to))
  if (taken || places.size < 2) return moveTaken(module, taken, rewriting, 'mock it in')
  handled.add(module)
  byHand.push(
    `line ${lineOf(module, text)}: names of ${module.value} have moved to ${[...places].join(' and ')}: mock what you use of them there.`,
  )
}

/** Replaces the module if everything that is taken from it has the same new place; otherwise a person decides. */
function moveTaken(
  named: unknown,
  taken: readonly TakenName[] | undefined,
  rewriting: Rewriting,
  how = 'take it from',
): void {
  const { handled, migrations, edits, done, byHand, text } = rewriting
  if (!isModuleName(named) || handled.has(named)) return
  handled.add(named)
  if (!taken || taken.length === 0) return moveWhole(named, rewriting)
  const from = named.value
  const places = taken.map(({ name }) => placeOf(from, name, migrations))
  noteByHand(
    named,
    taken.map(({ name }) => name),
    rewriting,
  )
  const [first] = places
  if (places.every(({ module }) => module === first!.module)) {
    if (first!.module !== from) replaceModule(named, first!.module, edits)
    for (const [n, { name, node, renamed }] of taken.entries()) {
      const place = places[n]!
      if (place.module === from && place.name === name) continue
      if (place.name !== name) {
        edits.push({ start: node.start, end: node.end, text: renamed(place.name) })
      }
      done.push(`${name} of ${from} is ${place.name} of ${place.module}`)
    }
    return
  }
  for (const [n, { name }] of taken.entries()) {
    const { module, name: now } = places[n]!
    if (module === from) continue
    byHand.push(
      `line ${lineOf(named, text)}, ${name} of ${from}: ${how} ${module}${now === name ? '' : `, where it is ${now}`}.`,
    )
  }
}

/** `require('…')`, `import('…')` or `await import('…')`. */
function loadedBy(value: unknown, { text }: Rewriting): ModuleName | undefined {
  let node = value
  while (isNode(node) && /^(AwaitExpression|ParenthesizedExpression)$/.test(node.type)) {
    node = node['argument'] ?? node['expression']
  }
  if (!isNode(node)) return undefined
  if (node.type === 'ImportExpression') return moduleIn(node['source'])
  const isRequire =
    node.type === 'CallExpression' &&
    /^(require(\.resolve)?|(vi|jest)\.(importActual|importMock|requireActual|requireMock|unmock))$/.test(
      textOf(node['callee'] as Node, text),
    )
  return isRequire ? moduleIn((node['arguments'] as Node[])[0]) : undefined
}

/** `vi.mock('…', () => ({ name: … }))`, with a module's name or `import('…')`. */
function mockedBy(node: Node, rewriting: Rewriting): Mocked | undefined {
  const { text } = rewriting
  if (node.type !== 'CallExpression') return undefined
  if (!/^(vi|jest)\.(mock|doMock)$/.test(textOf(node['callee'] as Node, text))) return undefined
  const [mocked, factory] = node['arguments'] as (Node | undefined)[]
  const module = moduleIn(mocked) ?? loadedBy(mocked, rewriting)
  return module && { module, taken: namesMade(factory) }
}

/** The names that a mock's factory returns, as far as they are written there. */
function namesMade(factory: Node | undefined): TakenName[] | undefined {
  let made = factory?.['body']
  while (isNode(made) && made.type === 'ParenthesizedExpression') made = made['expression']
  if (!isNode(made) || made.type !== 'ObjectExpression') return undefined
  const properties = (made['properties'] as Node[]).filter(({ type }) => type === 'Property')
  return properties.map(takenBy)
}

/** `{ a, b: c }`; undefined for other patterns. */
function namesOfPattern(value: unknown): TakenName[] | undefined {
  if (!isNode(value) || value.type !== 'ObjectPattern') return undefined
  const properties = value['properties'] as Node[]
  if (properties.some(({ type }) => type !== 'Property')) return undefined
  return properties.map(takenBy)
}

/** A property by its key; a short one keeps its name in the file. */
function takenBy(property: Node): TakenName {
  const key = property['key'] as Node & { name?: string; value?: string }
  const name = key.name ?? String(key.value)
  const isShort = property['shorthand'] === true
  return { name, node: key, renamed: (to) => (isShort ? `${to}: ${name}` : to) }
}

function asNamed(node: Node, { text }: Rewriting): { name: string; node: Node } {
  return { name: textOf(node, text), node }
}

function moduleIn(value: unknown): ModuleName | undefined {
  return isModuleName(value) ? value : undefined
}
