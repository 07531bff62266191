import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announcedBump } from './packages/announced.ts'
import { builtFolder, buildPackages } from './packages/build-packages.ts'
import { builtApi, parseRecord, recordOf, unannounced } from './packages/public-api.ts'
import { publishedPackages, root } from './packages/published-packages.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'portal-packages-'))
const out = path.join(folder, 'packages')
const packages = publishedPackages().map((published) => ({
  ...published,
  name: published.file.name,
}))

beforeAll(() => buildPackages(out, { check: false }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(packages)('$name', (published) => {
  const built = builtFolder(out, published)
  const file = JSON.parse(
    readFileSync(path.join(root, published.folder, 'package.json'), 'utf8'),
  ) as {
    version: string
  }

  it('announces every change of its public API', () => {
    const recorded = parseRecord(readFileSync(recordOf(published), 'utf8'))
    const current = builtApi(published, out)
    expect(
      unannounced(published.name, { recorded, current, announced: announcedBump(published.name) }),
    ).toBe(undefined)
  })

  it('includes a README under its name, and the changelog of its version', () => {
    const readme = readFileSync(path.join(built, 'README.md'), 'utf8')
    const changelog = readFileSync(path.join(built, 'CHANGELOG.md'), 'utf8')
    expect(readme.split('\n')[0]).toBe(`# ${published.name}`)
    expect(changelog.startsWith(`# ${published.name}\n\n## ${file.version}\n`)).toBe(true)
    // Others have neither this repository's documents nor its folders.
    expect(readme).not.toMatch(/\]\(|\bdocs\//)
  })

  it('contains no path into the workspace', () => {
    const text = globSync('**/*.{js,cjs,css,json}', { cwd: built })
      .filter((name) => !name.startsWith('shell/'))
      .map((name) => [name, readFileSync(path.join(built, name), 'utf8')] as const)
    expect(text.length).toBeGreaterThan(10)
    const leading = text.filter(([, content]) => content.includes(root))
    const above = text.filter(([name, content]) =>
      [...content.matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/g)].some(([, request]) =>
        path.join(path.dirname(name), request!).startsWith('..'),
      ),
    )
    expect([...leading, ...above].map(([name]) => name)).toEqual([])
  })

  it('lets npm install the React that a remote brings', () => {
    const { peerDependencies } = JSON.parse(
      readFileSync(path.join(built, 'package.json'), 'utf8'),
    ) as { peerDependencies: Record<string, string> }
    for (const name of ['react', 'react-dom']) {
      expect(peerDependencies[name] ?? '>=18').toBe('>=18')
    }
  })

  it('names versions, not this workspace', () => {
    const written = readFileSync(path.join(built, 'package.json'), 'utf8')
    expect(JSON.parse(written)).toMatchObject({ name: published.name, version: file.version })
    expect(written).not.toMatch(/workspace:|catalog:|\.tsx?"(?<!\.d\.ts")|"private"/)
  })
})
