import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { shellContentIn, type TestPortal, testPortal } from '@portal/api/testing-portal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { downloadedShells, portalShell } from './portal-shell.ts'

const built: Record<string, string> = {
  'index.html': '<script src="/assets/shell.1.js"></script><!--page-data-->',
  'assets/shell.1.js': 'console.log(1)',
  'assets/later.2.js': 'console.log(2)',
  'provided.json': '{"react":"19.3.1"}',
  'provided-names.json': '{"react":["useState"]}',
  'packages.json': '{}',
  'shared-files.json': '{}',
}

let folder: string
let cache: string
let portal: TestPortal
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-own-shell-'))
  const shellFolder = path.join(folder, 'dist')
  for (const [file, text] of Object.entries(built)) {
    mkdirSync(path.dirname(path.join(shellFolder, file)), { recursive: true })
    await writeFile(path.join(shellFolder, file), text)
  }
  portal = await testPortal({ shellFolder })
})
afterAll(async () => {
  await portal.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => (cache = path.join(folder, randomUUID())))

/** Counts requests, and changes replies by their path. */
function watched(change: Record<string, () => Response> = {}) {
  const paths: string[] = []
  const watching: typeof fetch = async (input, init) => {
    const { pathname } = new URL(new Request(input).url)
    paths.push(pathname)
    return change[pathname]?.() ?? fetch(input, init)
  }
  return { paths, fetch: watching }
}

describe('a portal’s own shell', () => {
  it('arrives as the same build in another folder', async () => {
    const shell = await portalShell(portal.url, { cache })
    const copy = await shell!.download()
    for (const [file, text] of Object.entries(built)) {
      expect(readFileSync(path.join(copy, file), 'utf8'), file).toBe(text)
    }
    expect(await shellContentIn(copy)).toEqual(await shellContentIn(path.join(folder, 'dist')))
    expect(shell!.manifest.build).toBe(path.basename(copy))
  })

  it('is listed among the downloaded ones, the one used last first', async () => {
    expect(await downloadedShells(cache)).toEqual([])
    const copy = await (await portalShell(portal.url, { cache }))!.download()
    mkdirSync(path.join(cache, '.interrupted'))
    mkdirSync(path.join(cache, 'older'))
    const longAgo = new Date(2026, 0, 1)
    utimesSync(path.join(cache, 'older'), longAgo, longAgo)
    expect(await downloadedShells(cache)).toEqual([
      { build: path.basename(copy), folder: copy },
      { build: 'older', folder: path.join(cache, 'older') },
    ])
  })

  it('downloads once, and again if a file in the cache was changed', async () => {
    const { paths, fetch } = watched()
    const download = async () => (await portalShell(portal.url, { cache, fetch }))!.download()
    const copy = await download()
    expect(paths).toHaveLength(4)
    await download()
    expect(paths).toHaveLength(5)
    const file = path.join(copy, 'assets/shell.1.js')
    await writeFile(file, 'console.log(3)')
    expect(await download()).toBe(copy)
    expect(readFileSync(file, 'utf8')).toBe(built['assets/shell.1.js'])
    expect(readdirSync(cache)).toEqual([path.basename(copy)])
  })

  it('arrives complete when two commands download it at the same time', async () => {
    const folders = await Promise.all(
      [1, 2, 3].map(async () => (await portalShell(portal.url, { cache }))!.download()),
    )
    expect(new Set(folders).size).toBe(1)
    expect(readdirSync(cache)).toEqual([path.basename(folders[0]!)])
    await shellContentIn(folders[0]!)
  })

  it('refuses a file whose bytes don’t match the manifest, and keeps nothing of it', async () => {
    const { fetch } = watched({ '/assets/later.2.js': () => new Response('console.log(9)') })
    const shell = await portalShell(portal.url, { cache, fetch })
    await expect(shell!.download()).rejects.toThrow(
      'assets/later.2.js of the portal’s shell has other bytes than it announces.',
    )
    expect(readdirSync(cache)).toEqual([])
  })

  it('refuses to write a file outside its folder', async () => {
    const served = await fetch(`${portal.url}/shell.json`)
    const manifest = (await served.json()) as { files: { file: string }[] }
    for (const file of ['../shell.js', 'assets/../../shell.js', '/etc/shell.js', '.hidden.js']) {
      const files = [{ ...manifest.files[0], file }]
      const { fetch } = watched({ '/shell.json': () => Response.json({ ...manifest, files }) })
      await expect(portalShell(portal.url, { cache, fetch })).rejects.toThrow(
        `${portal.url}/shell.json doesn’t describe a shell.`,
      )
    }
  })

  it('stays unknown for an earlier portal, which answers with a page, and for a development server', async () => {
    const page = new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
    for (const reply of [page, Response.json({}, { status: 404 })]) {
      const { fetch } = watched({ '/shell.json': () => reply })
      expect(await portalShell(portal.url, { cache, fetch })).toBeUndefined()
    }
  })

  it('keeps the five most recently used shells', async () => {
    mkdirSync(cache)
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    for (const [n, name] of names.entries()) {
      mkdirSync(path.join(cache, name))
      utimesSync(path.join(cache, name), 1000 + n, 1000 + n)
    }
    mkdirSync(path.join(cache, '.interrupted'))
    utimesSync(path.join(cache, '.interrupted'), 1000, 1000)
    const copy = await (await portalShell(portal.url, { cache }))!.download()
    expect(readdirSync(cache).toSorted()).toEqual(
      [...names.slice(3), path.basename(copy)].toSorted(),
    )
  })
})
