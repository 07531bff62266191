import { expect, test } from 'vitest'
import { leftBehindIn, type Left, type Measured } from '../../e2e/support/left-screens.ts'

/** What a visit of each path adds to what the page holds. */
const kept: Record<
  string,
  (visit: number) => Partial<Record<'heap' | 'nodes' | 'listeners', number>>
> = {
  '/none': () => ({}),
  '/heap': () => ({ heap: 100 * 1024 }),
  '/nodes': () => ({ nodes: 1 }),
  '/listener': () => ({ listeners: 1 }),
  // Code that is compiled after the first visits, and never again.
  '/once': (visit) => ({ heap: visit === 15 ? 20 * 1024 ** 2 : 0 }),
}

/** A page that keeps what `kept` says; what it releases is gone at the second collection. */
function pageThatKeeps(shown = (path: string) => path): Measured {
  const held = { heap: 10 * 1024 ** 2, nodes: 500, listeners: 50 }
  const visited = new Map<string, number>()
  let garbage = 0
  return {
    visit: async ({ path }, times) => {
      for (let visit = 0; visit < times; visit += 1) {
        const count = (visited.get(path) ?? 0) + 1
        visited.set(path, count)
        const { heap = 0, nodes = 0, listeners = 0 } = kept[path]!(count)
        held.heap += heap
        held.nodes += nodes
        held.listeners += listeners
      }
      garbage = 50 * times
      return shown(path)
    },
    held: async () => {
      const now = { ...held, nodes: held.nodes + garbage }
      garbage = 0
      return now
    },
  }
}

const screens = (paths: string[]): (Left & { shownAt: string })[] =>
  paths.map((path) => ({ path, shownAt: path }))

test('finds screens that keep 100 KB, a node or a listener of each visit, and no others', async () => {
  const found = await leftBehindIn(pageThatKeeps(), screens(Object.keys(kept)), 50)
  expect(found).toEqual([
    'a visit of /heap leaves 100.0 KB, 0.0 nodes and 0.0 listeners behind',
    'a visit of /nodes leaves 0.0 KB, 1.0 nodes and 0.0 listeners behind',
    'a visit of /listener leaves 0.0 KB, 0.0 nodes and 1.0 listeners behind',
  ])
})

test('passes over an address that leads to another screen', async () => {
  const page = pageThatKeeps(() => '/none')
  expect(await leftBehindIn(page, screens(['/heap']), 50)).toEqual([])
})
