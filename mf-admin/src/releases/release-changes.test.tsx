import type { TestApi } from '@portal/api/testing'
import type { PublishedManifest } from '@portal/contract/publishing'
import { trustPipeline } from '@portal/contract/trusted-pipelines'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { publish, releasesApi, second } from './releases-fixture.ts'
import { dialog, open, press } from './releases-screen-fixture.ts'

const fourth = '1.3.0-d'
const claims: Partial<PublishedManifest> = {
  audience: 'admins',
  routes: ['/meetings', '/votes'],
  navigation: [{ to: '/votes', label: 'Votes', icon: 'landmark', order: 50 }],
  slots: [{ slot: 'dashboard', component: 'openVotes', order: 5 }],
  brings: { zod: { version: '5.0.1', file: 'container.js', compressed: 7000 } },
  commit: 'fedcba9876543210',
}

const pipeline = {
  name: 'meetings main',
  remote: 'meetings',
  issuer: 'https://token.actions.githubusercontent.com',
  audience: 'https://portal.example.org',
  repository: 'larkspur/mf-meetings',
  repositoryId: '731',
  ref: 'refs/heads/main',
}
const trust = (api: TestApi, claimed: Partial<typeof pipeline> = {}) =>
  api.call('admin')(trustPipeline, { body: { ...pipeline, ...claimed } })

const changesOf = async (api: TestApi, release: string, verb = 'Approve') => {
  await open(api)
  const row = (await screen.findByRole('rowheader', { name: release })).closest('tr')!
  await press(`${verb} ${release}`, row)
  return within(await dialog()).findByRole('region', { name: 'What it changes' })
}

it('shows what an unapproved release changes for the portal, compared with what everyone runs', async () => {
  const api = await releasesApi()
  await trust(api)
  await publish(api, fourth, claims, 'get("/api/audit");get("https://example.org/all")')
  const changes = await changesOf(api, fourth)
  const text = changes.textContent
  expect(text).toContain(`Compared with ${second}, which everyone runs.`)
  expect(text).toContain('For whomChanged: members → admins')
  expect(text).toContain('Addresses of pagesNew: /votes')
  expect(text).toContain('Entries of the menuNew: “Votes” to /votes (landmark, place 50)')
  expect(text).toContain('Parts on other pagesNew: openVotes in dashboard (place 5)')
  expect(text).toContain(
    'Addresses in its codeNew: /api/audit (only for admins)New: https://example.org',
  )
  expect(text).toContain('Packages of its ownNew: zod 5.0.1, 7 KB (Brotli)')
  expect(text).toContain('Files1 fileChanged: container.js')
  expect(text).toContain('Not changed: packages of the portal, versions of the contract.')
  const link = await within(changes).findByRole('link', {
    name: 'Compare the sources in larkspur/mf-meetings on GitHub',
  })
  expect(link.getAttribute('href')).toBe(
    'https://github.com/larkspur/mf-meetings/compare/0123456789abcdef..fedcba9876543210',
  )
})

it('doesn’t compare the addresses in the code with those of a release that has none noted', async () => {
  const api = await releasesApi()
  await publish(api, fourth, {}, 'get("/api/audit")')
  const { store } = api.ports
  const stored = await store.get('releases', `meetings@${second}`)
  const { id, revision, updatedAt: _, named: __, ...older } = stored!
  await store.update('releases', id, older, revision)
  const changes = await changesOf(api, fourth)
  expect(changes.textContent).toContain(
    `can’t be compared: the portal didn’t note those of ${second} when it was published.`,
  )
  expect(changes.textContent).not.toContain('/api/audit')
})

it('links to no sources but those that an admin has pinned for this part on GitHub', async () => {
  const api = await releasesApi()
  await trust(api, { name: 'other', remote: 'governance' })
  await trust(api, { name: 'elsewhere', issuer: 'https://ci.example.org' })
  await publish(api, fourth, { commit: 'fedcba9876543210' })
  const changes = await changesOf(api, fourth)
  expect(changes.textContent).toContain(
    'Ask its team for the comparison of 0123456789abcdef with fedcba9876543210.',
  )
  expect(within(changes).queryByRole('link')).toBeNull()
})

it('shows the changes before an admin approves a release by promoting it', async () => {
  const api = await releasesApi()
  await publish(api, fourth, { routes: ['/meetings', '/votes'] })
  const changes = await changesOf(api, fourth, 'Promote')
  expect(changes.textContent).toContain('Addresses of pagesNew: /votes')
})
