import { renderRemote } from '@portal/remote-kit/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import admin from './remote.ts'

const heading = (name?: string) => screen.findByRole('heading', { level: 1, ...(name && { name }) })

it('declares a remote for admins only', () => {
  expect(admin.audience).toBe('admins')
})

it('links from the dashboard to the existing screens', async () => {
  const { location } = await renderRemote(admin, { path: '/admin', as: 'admin' })
  expect((await heading()).textContent).toBe('Admin')
  await userEvent.click(await screen.findByRole('link', { name: /Resource Mappings/ }))
  await heading('Resource Mappings')
  expect(location()).toBe('/admin/meetings/resource-mappings')
  await userEvent.click(screen.getByRole('link', { name: 'Back' }))
  await heading('Admin')
})

it.each([
  ['/admin/resource-mappings', '/admin/meetings/resource-mappings'],
  ['/admin/resource-mappings?tab=governance', '/admin/meetings/resource-mappings?tab=governance'],
  [
    '/admin/meetings/2026/3/resource-mappings',
    '/admin/meetings/resource-mappings?year=2026&quarter=3',
  ],
  [
    '/admin/meetings/2026/Q3/resource-mappings',
    '/admin/meetings/resource-mappings?year=2026&quarter=3',
  ],
  ['/admin/meetings/2026/7/resource-mappings', '/admin/meetings/resource-mappings'],
])('redirects %s to %s', async (path, target) => {
  const { location } = await renderRemote(admin, { path, as: 'admin' })
  expect((await heading()).textContent).toBe('Resource Mappings')
  expect(location()).toBe(target)
})
