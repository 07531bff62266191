import type { PortalReply } from '@portal/contract/portal'
import type { Composition } from '@portal/contract/releases'
import { PortalContext } from '@portal/remote-kit/portal'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { composedRelease } from '../composed-release-fixture.ts'
import { noAccount, portalOf } from '../frame/portal-fixture.ts'
import { HostContext } from '../host.ts'
import type { RemoteLoader } from '../load-remote.ts'
import { addMounted, noteStarting } from '../mounted-releases.ts'
import { noteDuration } from '../release-timing.ts'
import { ReleasePanelKey, seesReleases } from './release-panel-key.tsx'
import { compositionWith, positionOf } from './release-panel.tsx'

const next = composedRelease({ name: 'directory', release: '2.0.0-b' })
const stable = composedRelease({ name: 'directory', release: '1.0.0-a' })
const older = composedRelease({ name: 'directory', release: '0.9.0-c' })
const meetings = composedRelease({ name: 'meetings', release: '1.2.0-d' })
const composition: Composition = {
  id: 'directory@2.0.0-b_1.0.0-a_0.9.0-c~meetings@1.2.0-d',
  remotes: [
    { name: 'directory', candidate: true, releases: [next, stable, older] },
    { name: 'meetings', releases: [meetings] },
  ],
}

afterEach(() => {
  cleanup()
  location.hash = ''
})

/** Opens the panel by its key. */
async function open(person: Partial<PortalReply['person']>) {
  const user = userEvent.setup()
  const call = vi.fn(async () => ({ releases: [{ release: '3.0.0-e' }, { release: '2.0.0-b' }] }))
  const portal = { ...portalOf(person), call, toast: vi.fn(), report: vi.fn(), openSearch: vi.fn() }
  const loader = {} as RemoteLoader
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PortalContext value={portal as never}>
        <HostContext value={{ composition, loader, reference: '', signOut: vi.fn(), ...noAccount }}>
          <ReleasePanelKey />
        </HostContext>
      </PortalContext>
    </QueryClientProvider>,
  )
  await user.keyboard('{Alt>}{Shift>}[KeyM]{/Shift}{/Alt}')
  await screen.findByRole('dialog', { name: 'What this page runs' })
  return { user, call }
}

it('lists each part of the page with its release, its position and how long it took', async () => {
  const place = { isCandidate: true, route: '/directory', fail: vi.fn() }
  const remove = addMounted({ release: next, ...place })
  noteStarting(next)()
  noteDuration(next, '/directory', performance.now())
  await open({ isAdmin: true })
  const [row] = within(screen.getByRole('table', { name: 'Parts of the page' }))
    .getAllByRole('row')
    .slice(1)
  const cells = within(row!).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'directory',
    '2.0.0-b',
    'candidate',
    '/directory',
    expect.stringMatching(/^\d+ ms$/),
    expect.stringMatching(/^\d+ ms$/),
  ])
  remove()
})

it('lets an admin run any published release in this tab', async () => {
  const { user } = await open({ isAdmin: true })
  const releases = screen.getByRole('combobox', { name: 'Release' })
  await within(releases).findByRole('option', { name: '3.0.0-e' })
  await user.selectOptions(releases, '3.0.0-e')
  await user.click(screen.getByRole('button', { name: 'Run in this tab' }))
  expect(location.hash).toBe('#mf=directory@3.0.0-e')
})

it('lets a QA account choose among what it is offered, and asks for nothing else', async () => {
  const { user, call } = await open({ isQa: true })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Release' }), '0.9.0-c')
  await user.click(screen.getByRole('button', { name: 'Run in this tab' }))
  expect(call).not.toHaveBeenCalled()
  const asked = new URLSearchParams(location.hash.slice(1)).get('composition')
  expect(asked).toBe('directory@0.9.0-c~meetings@1.2.0-d')
})

it('is for admins, QA accounts and developers', () => {
  const { person, config } = portalOf()
  const sees = (parts: Partial<typeof person>, of = composition) =>
    seesReleases({ person: { ...person, ...parts }, config }, of)
  expect(sees({})).toBe(false)
  expect(sees({ isAdmin: true })).toBe(true)
  expect(sees({ isQa: true })).toBe(true)
  const local = { ...next, dev: true as const }
  const remotes = [{ name: 'directory', releases: [local] }]
  expect(sees({}, { ...composition, remotes })).toBe(true)
})

it('names the position of a release', () => {
  const [directory, other] = composition.remotes
  expect([next, stable, older].map((release) => positionOf(directory!, release))).toEqual([
    'candidate',
    'first choice',
    'replaces a failed one',
  ])
  expect(positionOf(other!, meetings)).toBe('first choice')
  expect(positionOf(other!, { ...meetings, dev: true })).toBe('from a developer’s server')
})

it('changes only one remote of a composition', () => {
  expect(decodeURIComponent(compositionWith(composition, 'meetings', '1.1.0-f'))).toBe(
    'directory@2.0.0-b_1.0.0-a_0.9.0-c~meetings@1.1.0-f',
  )
})
