import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { composition, type ComposedRelease, type Composition } from '@portal/contract/releases'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { briefComposition, mostWhole } from './brief-composition.ts'

const hash = (text: string) => createHash('sha384').update(text).digest()

/** As long as a real entry, and unique: its name and the hashes of its files can't be compressed. */
function release(name: string, number: number): ComposedRelease {
  const id = `1.${number}.0-${hash(name + number)
    .toString('hex')
    .slice(0, 12)}`
  const files = ['container', 'screens', 'slots', 'styles'].map((part) => ({
    file: `${part}.${hash(part + id)
      .toString('hex')
      .slice(0, 8)}.js`,
    integrity: `sha384-${hash(part + id).toString('base64')}`,
    size: 12_345,
  }))
  return {
    name,
    contract: 1,
    routes: [`/${name}`],
    navigation: [{ to: `/${name}`, label: name, icon: 'users', order: number }],
    slots: [],
    audience: 'members',
    release: id,
    version: `1.${number}.0`,
    entry: files[0]!.file,
    global: `${name}_${id}`.replaceAll(/\W/g, '_'),
    shared: Object.fromEntries(files.map(({ file }) => [`@portal/shared-ui/${file}`, '^1.0.0'])),
    files,
    preload: { [`/${name}`]: files.map(({ file }) => file) },
    screens: [{ path: `/${name}`, heading: name }],
    base: `/remotes/${name}/${id}/`,
  }
}

/** Each remote with a stable release and three fallbacks. */
function composed(count: number): Composition {
  const remotes = Array.from({ length: count }, (_, n) => {
    const name = `team-${n}`
    return { name, releases: [4, 3, 2, 1].map((number) => release(name, number)) }
  })
  return {
    id: remotes.map(({ name, releases }) => `${name}@${releases[0]!.release}`).join('~'),
    remotes,
  }
}

const bytesOf = (value: Composition) => brotliCompressSync(JSON.stringify(value)).byteLength

it('lists each release in full in a portal of few remotes', () => {
  const few = composed(mostWhole)
  expect(briefComposition(few)).toBe(few)
})

it('lists in full only what a page opens, and for the others what the menu and the routes need', () => {
  const all = composed(mostWhole + 1)
  const [opened, ...others] = briefComposition(all, ({ name }) => name === 'team-0').remotes
  expect(opened!.releases[0]).toBe(all.remotes[0]!.releases[0])
  for (const [n, { releases }] of others.entries()) {
    const { routes, navigation, slots, release: id, base } = all.remotes[n + 1]!.releases[0]!
    const kept = { routes, navigation, slots, release: id, base }
    expect(releases[0]).toMatchObject({ ...kept, brief: true, files: [], shared: {}, preload: {} })
    expect(releases[0]).not.toHaveProperty('screens')
  }
  for (const { releases } of [opened!, ...others]) {
    expect(releases.slice(1).every(({ brief, files }) => brief && files.length === 0)).toBe(true)
  }
})

it('reads as a composition, under the same id and in the same loading order', () => {
  const all = composed(mostWhole + 1)
  const brief = z.parse(composition, briefComposition(all))
  expect(brief.id).toBe(all.id)
  const ids = ({ remotes }: Composition) =>
    remotes.map((remote) => remote.releases.map(({ release: id }) => id))
  expect(ids(brief)).toEqual(ids(all))
})

it('costs at most 200 bytes for each remote that isn’t opened, and many times that for a full one', () => {
  const [some, many] = [composed(20), composed(45)]
  const each = (bytes: (value: Composition) => number) => (bytes(many) - bytes(some)) / 25
  expect(each(bytesOf)).toBeGreaterThan(1000)
  expect(each((value) => bytesOf(briefComposition(value)))).toBeLessThan(200)
})

it('lists a development server in full, because its record can’t be read later', () => {
  const all = composed(mostWhole + 1)
  const dev = { ...release('team-0', 5), dev: true as const }
  all.remotes[0]!.releases.unshift(dev)
  expect(briefComposition(all).remotes[0]!.releases[0]).toBe(dev)
})
