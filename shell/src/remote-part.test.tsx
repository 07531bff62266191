import { slotParts } from '@portal/domain/menu'
import type { ComposedRelease, Composition } from '@portal/contract/releases'
import { type Portal, PortalContext } from '@portal/remote-kit/portal'
import type { Remote } from '@portal/remote-kit/remote'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { noAccount } from './frame/portal-fixture.ts'
import { composedRelease } from './composed-release-fixture.ts'
import { keepBuiltIns } from './frame-integrity.ts'
import { HostContext } from './host.ts'
import { createRemoteLoader } from './load-remote.ts'
import { RemotePart } from './remote-part.tsx'

function release(id: string, ...components: string[]): ComposedRelease {
  const slots = components.map((component, order) => ({ slot: 'dashboard', component, order }))
  return composedRelease({ release: id, slots })
}

/** Shows its own name. */
const works = (id: string) => async () => ({ Component: () => <p>{`From ${id}`}</p> })
const fails = () => Promise.reject(new Error('a chunk is missing'))

/** The dashboard's parts of these releases. `parts`: each release's components by name. */
function show(
  releases: ComposedRelease[],
  parts: Record<string, Record<string, () => Promise<unknown>>>,
) {
  const remotes = [{ name: 'meetings', releases, candidate: true as const }]
  const composition: Composition = { id: '1', remotes }
  const callbacks = { onFailure: vi.fn(), onGood: vi.fn() }
  const onUnavailable = vi.fn()
  const run = vi.fn(async ({ release: id }: ComposedRelease) => {
    const slots = Object.entries(parts[id]!).map(([component, load]) => [component, { load }])
    return { name: 'meetings', slots: Object.fromEntries(slots) } as Remote
  })
  const loader = createRemoteLoader({ composition, run, ...callbacks })
  const { container } = render(
    <PortalContext value={{ report: vi.fn() } as unknown as Portal}>
      <HostContext
        value={{
          composition,
          loader,
          reference: '1f3c9a2e',
          signOut: async () => {},
          ...noAccount,
        }}
      >
        {slotParts(composition, 'dashboard').map((part) => (
          <RemotePart key={part.component} part={part} onUnavailable={onUnavailable} />
        ))}
      </HostContext>
    </PortalContext>,
  )
  const failed = () => callbacks.onFailure.mock.calls.map(([passed]) => passed.release)
  const good = () => callbacks.onGood.mock.calls.map(([seen]) => seen.release)
  return { container, loader, failed, good }
}

it('shows nothing for a fallback that never had the part, and doesn’t count it as failed', async () => {
  const { container, loader, failed, good } = show(
    [release('next', 'news'), release('stable', 'agenda'), release('older', 'agenda')],
    { next: { news: fails }, stable: { agenda: works('stable') }, older: {} },
  )
  await waitFor(() => expect(container.innerHTML).toBe(''))
  expect(failed()).toEqual(['next'])
  expect(good()).toEqual([])
  expect((await loader.load('meetings')).release.release).toBe('stable')
})

it('shows the part of a fallback that has it as well, next to one that doesn’t', async () => {
  const { failed, good } = show([release('next', 'agenda', 'news'), release('stable', 'agenda')], {
    next: { agenda: fails, news: fails },
    stable: { agenda: works('stable') },
  })
  expect(await screen.findByText('From stable')).toBeTruthy()
  await waitFor(() => expect(document.querySelector('output')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
  expect(new Set(failed())).toEqual(new Set(['next']))
  expect(new Set(good())).toEqual(new Set(['stable']))
})

it('fails with the release that should show it when there is no fallback', async () => {
  const { failed } = show([release('next', 'news')], { next: {} })
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  expect(failed()).toEqual(['next'])
})

it('fails with a fallback that declares it without having it', async () => {
  const { failed } = show([release('next', 'news'), release('stable', 'news')], {
    next: { news: fails },
    stable: {},
  })
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(failed()).toEqual(['next', 'stable'])
})

it('shows that a part has stopped working once it was shown', async () => {
  const Fragile = () => {
    const [pressed, setPressed] = useState(false)
    if (pressed) throw new Error('It broke')
    return <button onClick={() => setPressed(true)}>Press</button>
  }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  show([release('next', 'news')], { next: { news: async () => ({ Component: Fragile }) } })
  await userEvent.click(await screen.findByRole('button', { name: 'Press' }))
  expect((await screen.findByRole('alert')).textContent).toContain('has stopped working')
  vi.restoreAllMocks()
})

let forget = () => {}
afterEach(() => forget())

it('replaces a part whose code changes built-ins, and repairs them first', async () => {
  forget = keepBuiltIns()
  const { parse } = JSON
  const { container, failed, good } = show([release('next', 'news'), release('stable', 'news')], {
    next: {
      news: async () => {
        JSON.parse = () => undefined
        return { Component: () => <p>From next</p> }
      },
    },
    stable: { news: works('stable') },
  })
  await screen.findByText('From stable')
  expect(JSON.parse).toBe(parse)
  expect(failed()).toEqual(['next'])
  await waitFor(() => expect(good()).toEqual(['stable']))
  expect(container.textContent).toBe('From stable')
})

it('keeps a part that changes built-ins if there is no other release, and reports it', async () => {
  forget = keepBuiltIns()
  const { parse } = JSON
  const { failed } = show([release('only', 'news')], {
    only: {
      news: async () => {
        JSON.parse = () => undefined
        return { Component: () => <p>From only</p> }
      },
    },
  })
  await screen.findByText('From only')
  expect(JSON.parse).toBe(parse)
  expect(failed()).toEqual(['only'])
})
