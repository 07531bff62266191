import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { repositoryOf } from './build/repository.ts'
import * as provided from './zod.ts'

const root = repositoryOf(import.meta.dirname)

it('provides each zod function that the contract and the remotes use', () => {
  const files = globSync(
    ['api/contract/src/**/*.ts', 'api/domain/src/**/*.ts', 'mf-*/src/**/*.{ts,tsx}', ...kit],
    { cwd: root },
  ).filter((file) => !/\.test\./.test(file))
  const used = new Set(files.flatMap((file) => functionsIn(path.join(root, file))))
  expect(used.size).toBeGreaterThan(20)
  expect([...used].filter((name) => !(name in provided))).toEqual([])
})

/** The parts of the kit that remotes bundle; its build and commands run on Node. */
const kit = ['shell/remote-kit/src/*.{ts,tsx}', 'shell/remote-kit/src/queries/*.ts']

/** Types are lost in the build. */
function functionsIn(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  if (!/^import \* as z from 'zod\/mini'$/m.test(text)) return []
  return [...text.matchAll(/\bz\.([a-z_]\w*)\(|\bz\.(coerce)\./g)].map(
    (match) => match[1] ?? match[2]!,
  )
}
