import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { importsOf } from '../cruise.ts'

const root = path.resolve(import.meta.dirname, '../..')
const places = ['api', 'shared-ui', 'shell', 'mf-*', 'e2e', 'scripts']

/** What each file uses: its imports, and the files that it names in a string. */
export type ImportGraph = Map<string, Set<string>>

/** The graph of the workspace's own files, by paths that are relative to the root. */
export async function importGraph(): Promise<ImportGraph> {
  const graph: ImportGraph = new Map()
  for (const [file, imports] of await importsOf()) {
    graph.set(file, new Set([...imports, ...namedFiles(file)]))
  }
  for (const test of testFiles()) if (!graph.has(test)) graph.set(test, namedFiles(test))
  return graph
}

/** Every file of unit tests and journeys. */
export function testFiles(): string[] {
  return globSync(
    places.map((place) => `${place}/**/*.{test,spec}.{ts,tsx}`),
    { cwd: root, exclude: ['**/node_modules/**'] },
  ).toSorted()
}

/** Workers, style sheets, documents and programs are named in strings: `'./book-worker.ts'`, `'docs/api.md'`. */
function namedFiles(file: string): Set<string> {
  const text = readFileSync(path.join(root, file), 'utf8')
  const strings = text.matchAll(/['"`]((?:\.{1,2}\/)*[\w@./-]+\.\w{2,5})['"`]/g)
  const candidates = [...strings].flatMap(([, name]) => [
    path.join(path.dirname(file), name!),
    path.normalize(name!),
    path.join('docs', name!),
  ])
  return new Set(
    candidates.filter(
      (name) => !name.startsWith('..') && name !== file && existsSync(path.join(root, name)),
    ),
  )
}
