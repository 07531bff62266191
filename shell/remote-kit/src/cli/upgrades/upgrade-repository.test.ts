import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { upgradedPackage, upgradesOf, writeUpgrades } from './upgrade-repository.ts'

const templates = path.join(import.meta.dirname, 'templates')
const ranges = {
  '@portal/contract': '^1.23.0',
  '@portal/domain': '^1.23.0',
  '@portal/remote-kit': '^1.23.0',
  react: '^19.9.0',
  'react-dom': '^19.9.0',
}
const options = { ranges, contract: '1.23.0' }

describe.each(globSync('*.json', { cwd: templates }).toSorted())(
  'the template of %s',
  (recorded) => {
    let folder: string

    beforeEach(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'portal-upgrade-'))
      const text = readFileSync(path.join(templates, recorded), 'utf8')
      for (const [file, content] of Object.entries(JSON.parse(text) as Record<string, string>)) {
        mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
        writeFileSync(path.join(folder, file), content)
      }
    })
    afterEach(() => rmSync(folder, { recursive: true, force: true }))

    it('is rewritten once, and needs no person', () => {
      const upgrades = upgradesOf(folder, options)
      expect(upgrades.flatMap(({ byHand }) => byHand)).toEqual([])
      writeUpgrades(folder, upgrades)
      const query = readFileSync(path.join(folder, 'src/overview/upcoming-queries.ts'), 'utf8')
      expect(query).toContain(`import type { Call } from '@portal/remote-kit/client'`)
      expect(upgradesOf(folder, options)).toEqual([])
    })

    it('has the ranges of a new remote, except in the portal’s workspace', () => {
      writeUpgrades(folder, upgradesOf(folder, options))
      const { dependencies } = JSON.parse(
        readFileSync(path.join(folder, 'package.json'), 'utf8'),
      ) as {
        dependencies: Record<string, string>
      }
      const range = recorded === '1.0.json' ? 'workspace:*' : '^1.23.0'
      expect(dependencies).toMatchObject({ '@portal/remote-kit': range, '@portal/contract': range })
    })
  },
)

it('follows no link out of the repository', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-upgrade-'))
  try {
    const source = `import type { Call } from '@portal/contract/client'\n`
    mkdirSync(path.join(folder, 'news/src'), { recursive: true })
    writeFileSync(path.join(folder, 'news/package.json'), '{}')
    writeFileSync(path.join(folder, 'shared.ts'), source)
    symlinkSync('../../shared.ts', path.join(folder, 'news/src/shared.ts'))
    expect(upgradesOf(path.join(folder, 'news'), options)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('has the template of every released minor', () => {
  const changes = readFileSync(path.join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8')
  const released = [...changes.matchAll(/^## (\d+\.\d+)\.0$/gm)].map(([, minor]) => `${minor}.json`)
  const recorded = globSync('*.json', { cwd: templates })
  expect(released.filter((minor) => !recorded.includes(minor))).toEqual([])
})

describe('package.json', () => {
  const upgraded = (file: object, imported: string[] = []) => {
    const text = `${JSON.stringify(file, null, 2)}\n`
    const result = upgradedPackage(text, { ...options, imported: new Set(imported) })
    return {
      done: result.done,
      file: JSON.parse(result.text) as object,
      same: result.text === text,
    }
  }

  it('keeps what is newer, what the remote brings, and what it alone has', () => {
    const file = {
      dependencies: {
        '@portal/remote-kit': '^2.0.0',
        react: '^18.3.0',
        'react-dom': '^18.3.0',
        d3: '^7.0.0',
      },
      portal: { brings: ['react'] },
    }
    expect(upgraded(file)).toEqual({ done: [], file, same: true })
  })

  it('adds a package that a moved name comes from', () => {
    const file = { dependencies: { '@portal/contract': '^1.23.0' } }
    expect(upgraded(file, ['@portal/domain']).file).toEqual({
      dependencies: { '@portal/contract': '^1.23.0', '@portal/domain': '^1.23.0' },
    })
  })

  it.each([
    ['tabs', '\t', '\n'],
    ['four spaces and Windows line ends', '    ', '\r\n'],
  ])('keeps %s', (_, indent, end) => {
    const written = (range: string) =>
      [
        '{',
        `${indent}"dependencies": {`,
        `${indent}${indent}"react": "${range}"`,
        `${indent}}`,
        '}',
        '',
      ].join(end)
    const { text } = upgradedPackage(written('^19.0.0'), { ...options, imported: new Set() })
    expect(text).toBe(written('^19.9.0'))
  })

  it('raises a contractRange of another major only', () => {
    const range = (contractRange: string) => ({ portal: { contractRange } })
    expect(upgraded(range('^1.2.0')).same).toBe(true)
    expect(upgraded(range('^0.9.0')).file).toEqual(range('^1.23.0'))
  })
})
