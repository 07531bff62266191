import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useOpenedFind } from './use-opened-version.ts'

type Opened = ReturnType<typeof useOpenedFind>

/** Opens a screen at this address; returns the texts to find and the current location. */
function open(address: string, state?: unknown) {
  const seen: { find?: Opened } = {}
  function Screen() {
    const find = useOpenedFind()
    seen.find = find
    return null
  }
  const [pathname = '', search = ''] = address.split('?')
  const router = createMemoryRouter([{ path: '*', element: <Screen /> }], {
    initialEntries: ['/before', { pathname, search: `?${search}`, state }],
  })
  render(<RouterProvider router={router} />)
  const location = () => `${router.state.location.pathname}${router.state.location.search}`
  return { seen, router, location }
}

it('reads the texts to find from the address', () => {
  expect(open('/paper?page=3&find=annual%7Cbudget').seen.find?.texts).toEqual(['annual', 'budget'])
  expect(open('/paper?page=3').seen.find).toBeUndefined()
})

it('removes them from the address when the reader ends the search, without a history entry', async () => {
  const state = { opened: true }
  const { seen, router, location } = open('/paper?page=3&find=budget&version=2', state)
  await act(async () => seen.find?.onEnd())
  expect(location()).toBe('/paper?page=3&version=2')
  expect(seen.find).toBeUndefined()
  // The way back is kept.
  expect(router.state.location.state).toEqual(state)
  await act(() => router.navigate(-1))
  expect(location()).toBe('/before')
})
