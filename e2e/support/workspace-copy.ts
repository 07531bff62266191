import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** A copy of the workspace with its builds, to be changed freely; installed packages are shared. */
export function copyOfWorkspace(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'board-portal-copy-'))
  const left = ['node_modules', '.git', '.cache', '.data', 'test-results'].map((name) =>
    path.join(root, name),
  )
  cpSync(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !left.includes(source),
  })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  return copy
}

/** Replaces a text, which must exist. */
export function edit(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(file, 'utf8')
  const changed = text.replace(from, () => to)
  if (changed === text) throw new Error(`${file} doesn’t contain ${from}`)
  writeFileSync(file, changed)
}

/** Commits everything in a folder, and makes it a repository if it isn't one. */
export function commitAll(folder: string, message: string): void {
  const who = ['-c', 'user.name=Ada Park', '-c', 'user.email=ada.park@larkspur.example']
  const git = (...args: string[]) => execFileSync('git', [...who, ...args], { cwd: folder })
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', message)
}

/** Undoes what was changed since the last commit. */
export function restore(folder: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
  git('checkout', '--quiet', '--', '.')
  git('clean', '--quiet', '--force', '-d')
}
