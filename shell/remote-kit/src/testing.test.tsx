import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { defineRemote } from './remote.ts'
import { renderRemote } from './testing.tsx'

const remote = defineRemote({
  name: 'rooms',
  navigation: [],
  owns: ['/rooms'],
  routes: [
    { path: '/rooms', element: <p>All rooms</p> },
    { path: '/rooms/:room', lazy: async () => ({ Component: () => <p>One room</p> }) },
  ],
})

it('shows the page once the navigation has resolved', async () => {
  const { go } = await renderRemote(remote, { path: '/rooms' })
  await go('/rooms/boardroom')
  expect(screen.queryByText('All rooms')).toBeNull()
  expect(screen.queryByText('One room')).not.toBeNull()
})
