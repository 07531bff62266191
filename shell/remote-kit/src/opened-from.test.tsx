import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Link, RouterProvider, useLocation } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { openedFrom, useWayBack } from './opened-from.ts'

const search = { name: 'Search', to: '/search?q=roof' }
const fromSearch = openedFrom(search)

type Entry = string | { pathname: string; state?: unknown }

function open(entries: Entry[], onClose?: () => void) {
  function Paper() {
    const { origin, onClick } = useWayBack(onClose)
    const { state } = useLocation() as { state: unknown }
    return (
      <>
        <Link to={origin?.to ?? '/list'} onClick={onClick}>
          Back to the {origin?.name ?? 'List'}
        </Link>
        <Link replace state={state} to="/papers/next">
          Next
        </Link>
      </>
    )
  }
  const router = createMemoryRouter(
    [
      { path: '/papers/*', element: <Paper /> },
      {
        path: '*',
        element: (
          <Link to="/papers/1" state={fromSearch}>
            Open
          </Link>
        ),
      },
    ],
    { initialEntries: entries },
  )
  render(<RouterProvider router={router} />)
  const address = () => `${router.state.location.pathname}${router.state.location.search}`
  return { user: userEvent.setup(), address, router }
}

const back = (name: string) => screen.findByRole('link', { name: `Back to the ${name}` })

it('goes back to where the page was opened, also after the next page', async () => {
  const { user, address, router } = open([search.to])
  await user.click(screen.getByRole('link', { name: 'Open' }))
  await user.click(await screen.findByRole('link', { name: 'Next' }))
  await user.click(await back('Search'))
  expect(address()).toBe(search.to)
  expect(router.state.historyAction).toBe('POP')
})

it('goes back after a reload, over which the browser keeps the state', async () => {
  const { user, address, router } = open([search.to, { pathname: '/papers/1', state: fromSearch }])
  await user.click(await back('Search'))
  expect(address()).toBe(search.to)
  expect(router.state.historyAction).toBe('POP')
})

it('goes back once when the link is pressed twice', async () => {
  const { user, address } = open([
    '/first',
    search.to,
    { pathname: '/papers/1', state: fromSearch },
  ])
  await user.dblClick(await back('Search'))
  expect(address()).toBe(search.to)
})

it('closes a page that was opened by its address', async () => {
  const onClose = vi.fn()
  const { user, address } = open(['/search', '/papers/1'], onClose)
  await user.click(await back('List'))
  expect(onClose).toHaveBeenCalledOnce()
  expect(address()).toBe('/papers/1')
})

it('opens the link’s address if nothing else is known', async () => {
  const { user, address } = open(['/papers/1'])
  await user.click(await back('List'))
  expect(address()).toBe('/list')
})
