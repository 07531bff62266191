import { type ReleaseManifest, contractVersion } from '@portal/contract/releases'
import { remoteContract } from '@portal/domain/release-compatibility'
import { integrityOf, type WholeRelease } from './release-files.ts'

/**
 * A remote of another team, next to which the gate runs a release: one card above the release's own parts of the
 * dashboard and one below, and a page with the same card.
 */
export const neighbor = { name: 'gate-neighbor', page: '/gate-neighbor', cards: 2 } as const

const slots = [
  { slot: 'dashboard', component: 'First', order: 0 },
  { slot: 'dashboard', component: 'Last', order: 1_000_000 },
]

/** Marked with an underscore, like every global of a bundler: the gate counts it for no release. */
const containerGlobal = '__portal_gate_neighbor'
const entry = 'neighbor.js'

/** A container without a build, so that it fits every shell. */
export function neighborRelease(): WholeRelease {
  const declared = {
    name: neighbor.name,
    contract: remoteContract,
    audience: 'members' as const,
    navigation: [],
    routes: [neighbor.page],
    slots,
  }
  const script = `(${defineNeighbor.toString()})(${JSON.stringify({ globalName: containerGlobal, page: neighbor.page, declared })})`
  const bytes = new TextEncoder().encode(script)
  const manifest: ReleaseManifest = {
    ...declared,
    release: '1.0.0-gate',
    version: '1.0.0',
    entry,
    global: containerGlobal,
    shared: {},
    files: [{ file: entry, integrity: integrityOf(bytes), size: bytes.length }],
    preload: {},
    contractRange: `^${contractVersion.split('.')[0]}.0.0`,
    commit: '0000000',
  }
  return { manifest, files: new Map([[entry, bytes]]) }
}

type Neighbor = {
  globalName: string
  page: string
  declared: { routes: readonly string[]; slots: readonly { component: string }[] }
}

type CreateElement = (type: string, props: object | null, ...children: unknown[]) => unknown
type Offer = { get: () => Promise<() => { createElement: CreateElement }> }
type ShareScope = Record<string, Record<string, Offer>>

/** Sent to the browser as text, so it refers to nothing outside itself. */
function defineNeighbor({ globalName, page, declared }: Neighbor): void {
  let offers: Offer[] = []
  const loadCard = async () => {
    const { createElement } = (await offers.at(-1)!.get())()
    // The same size on every page.
    const style = { width: '20rem', padding: '1rem' }
    const Component = () =>
      createElement(
        'section',
        { style },
        createElement('h2', null, 'Another team’s card'),
        createElement('p', null, 'It has a text, a link and a button.'),
        createElement('p', null, createElement('a', { href: page }, 'Read more')),
        createElement('button', { type: 'button' }, 'Save'),
      )
    return { Component }
  }
  const remote = {
    ...declared,
    owns: declared.routes,
    routes: [{ path: page, lazy: loadCard }],
    slots: Object.fromEntries(
      declared.slots.map((slot) => [slot.component, { ...slot, load: loadCard }]),
    ),
  }
  Object.defineProperty(globalThis, globalName, {
    value: {
      init: (scope: ShareScope) => void (offers = Object.values(scope['react'] ?? {})),
      get: () => Promise.resolve(() => ({ default: remote })),
    },
  })
}
