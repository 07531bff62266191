import { testApi } from '@portal/api/testing'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import remote from '../remote.ts'
import { breakPath, keepDocument } from '../testing.ts'

const path = '/resources/governance/docs'

afterEach(cleanup)

it('lists the documents by folder, each leading to its page', async () => {
  const api = await testApi()
  await keepDocument(api, 'Q10 report', 2)
  await keepDocument(api, 'Q9 report', 1)
  await renderRemote(remote, { path, api })
  await screen.findByRole('heading', { level: 2, name: 'Policies' })
  const links = within(screen.getByRole('list')).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    'Q9 report.pdf1 page · Updated 3 October',
    'Q10 report.pdf2 pages · Updated 3 October',
  ])
  expect(links[0]!.getAttribute('href')).toBe('/resources/view/Q9%20report')
})

it('says that nothing has been synced yet', async () => {
  await renderRemote(remote, { path })
  expect(await screen.findByText('No documents yet')).toBeTruthy()
})

it('says when the documents can’t be read', async () => {
  const api = await testApi()
  breakPath(api, '/api/documents')
  await renderRemote(remote, { path, api })
  expect(await screen.findByText('Failed to fetch documents')).toBeTruthy()
})
