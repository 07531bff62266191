import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { billFile, billOfMaterials } from './bill-of-materials.ts'
import { build } from './rspack-build.ts'
import { packageVersion } from './shared-modules.ts'

const kit = path.resolve(import.meta.dirname, '../..')
const require = createRequire(import.meta.url)
let out: string

beforeEach(() => {
  out = mkdtempSync(path.join(tmpdir(), 'bill-'))
})
afterEach(() => rmSync(out, { recursive: true, force: true }))

async function billOf(entry: string): Promise<string> {
  await build({
    name: 'bill',
    mode: 'production',
    context: kit,
    entry,
    output: { path: out },
    plugins: [billOfMaterials(kit)],
  })
  return readFileSync(path.join(out, billFile), 'utf8')
}

it('lists the packages in the bundle, with the hashes of the lockfile, and no others', async () => {
  const version = packageVersion(require.resolve('zod/package.json'))
  const bill = JSON.parse(await billOf('zod/mini'))
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { type: 'application', group: '@portal', name: 'remote-kit' } },
    components: [
      {
        type: 'library',
        name: 'zod',
        version,
        purl: `pkg:npm/zod@${version}`,
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      },
    ],
  })
  expect(bill.components).toHaveLength(1)
})

it('writes the same bill for the same sources', async () => {
  expect(await billOf('react')).toBe(await billOf('react'))
})
