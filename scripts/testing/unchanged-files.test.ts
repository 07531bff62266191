import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { differences, listFiles } from './unchanged-files.ts'

let folder: string
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'unchanged-'))
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  write('.gitignore', 'dist/\n.cache/\n')
  write('source.ts', 'one')
  write('mf-polls/dist/container.js', 'built')
})

afterEach(() => rmSync(folder, { recursive: true }))

it('finds nothing in an untouched workspace', () => {
  expect(differences(listFiles(folder), listFiles(folder))).toEqual([])
})

it('reports sources and builds that were written, added or deleted', () => {
  const before = listFiles(folder)
  write('source.ts', 'another')
  write('left-behind.txt', '')
  rmSync(path.join(folder, 'mf-polls/dist/container.js'))
  expect(differences(before, listFiles(folder))).toEqual([
    'deleted: mf-polls/dist/container.js',
    'added: left-behind.txt',
    'written: source.ts',
  ])
})

it('allows what git ignores outside of the builds', () => {
  const before = listFiles(folder)
  write('.cache/node/compiled', 'x')
  expect(differences(before, listFiles(folder))).toEqual([])
})
