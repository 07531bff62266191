import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { announcedBump } from './announced.ts'
import { type Bump, parseRecord, type PublicApi, recordText, unannounced } from './public-api.ts'

const name = '@portal/shared-ui'
const badge = `import { type ReactNode } from 'react';
export type BadgeProps = {
    children: ReactNode;
};
export declare function Badge({ children }: BadgeProps): ReactNode;`

function apiWith(files: Record<string, string>, version = '1.1.0'): PublicApi {
  const modules = Object.keys(files).map((file): [string, string] => [
    `${name}/${path.basename(file, '.d.ts')}`,
    file,
  ])
  return { version, modules: new Map(modules), files: new Map(Object.entries(files)) }
}

const recorded = apiWith({ 'src/badge.d.ts': badge })

function faultOf(files: Record<string, string>, announced: Bump, version?: string) {
  return unannounced(name, { recorded, current: apiWith(files, version), announced })
}

describe('a change of a package’s public API', () => {
  const optional = badge.replace('ReactNode;\n}', 'ReactNode;\n    tone?: string;\n}')
  const more = { 'src/badge.d.ts': badge, 'src/chip.d.ts': 'export declare const chip: string;' }
  const renamed = badge.replace('function Badge', 'function Tag')

  it('needs no changeset if there is none', () => {
    expect(faultOf({ 'src/badge.d.ts': badge }, 'none')).toBeUndefined()
  })

  it.each<[string, Record<string, string>]>([
    ['a property', { 'src/badge.d.ts': optional }],
    ['a module', more],
  ])('requires a minor version when it adds %s', (_, files) => {
    expect(faultOf(files, 'none')).toContain(`${name} needs a changeset with a minor version`)
    expect(faultOf(files, 'patch')).toContain('minor version')
    expect(faultOf(files, 'minor')).toBeUndefined()
  })

  it.each<[string, Record<string, string>]>([
    ['an export', { 'src/badge.d.ts': renamed }],
    ['a module', { 'src/chip.d.ts': 'export declare const chip: string;' }],
  ])('requires a major version when it removes %s', (_, files) => {
    expect(faultOf(files, 'minor')).toContain('needs a changeset with a major version')
    expect(faultOf(files, 'major')).toBeUndefined()
  })

  it('must be recorded again once the version has been raised', () => {
    expect(faultOf({ 'src/badge.d.ts': badge }, 'none', '1.2.0')).toContain('record its public API')
  })

  it('reads a record as it was written', () => {
    expect(parseRecord(recordText(name, recorded))).toEqual(recorded)
  })
})

describe('the version that changesets announce', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'changesets-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('takes the largest bump of the package’s changesets', () => {
    writeFileSync(path.join(folder, 'a.md'), `---\n'${name}': patch\n---\n\nOne.\n`)
    writeFileSync(path.join(folder, 'b.md'), `---\n'${name}': minor\n'@portal/api': major\n---\n`)
    expect(announcedBump(name, folder)).toBe('minor')
    expect(announcedBump('@portal/domain', folder)).toBe('none')
  })
})
