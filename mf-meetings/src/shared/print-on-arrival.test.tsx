import { testApi } from '@portal/api/testing'
import { Link, useNavigate } from '@portal/remote-kit/router'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import remote from '../remote.ts'
import { printState, usePrintAsked, usePrintOnArrival } from './print-on-arrival.ts'

const print = vi.fn()

function Agenda() {
  usePrintOnArrival(true)
  return <Elsewhere />
}

function Book() {
  const prints = usePrintAsked()
  return (
    <>
      <p>{prints ? 'Prints' : 'Only opens'}</p>
      <Elsewhere />
    </>
  )
}

function Elsewhere() {
  return <Link to="/elsewhere">Elsewhere</Link>
}

function Start() {
  const navigate = useNavigate()
  return (
    <>
      {['agenda', 'book'].flatMap((page) => [
        <Link key={`open ${page}`} to={`/${page}`}>
          Open the {page}
        </Link>,
        <Link key={`print ${page}`} to={`/${page}`} state={printState}>
          Print the {page}
        </Link>,
      ])}
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    </>
  )
}

const press = async (role: 'link' | 'button', name: string) =>
  userEvent.click(await screen.findByRole(role, { name }))

beforeEach(async () => {
  print.mockClear()
  vi.stubGlobal('print', print)
  const routes = [
    { path: '/', element: <Start /> },
    { path: '/elsewhere', element: <Start /> },
    { path: '/agenda', element: <Agenda /> },
    { path: '/book', element: <Book /> },
  ]
  await renderRemote({ ...remote, routes }, { path: '/', api: await testApi() })
})

it('prints a page whose link asked for that, and not again when the reader comes back', async () => {
  await press('link', 'Print the agenda')
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce())
  await press('link', 'Elsewhere')
  await press('button', 'Back')
  await screen.findByRole('link', { name: 'Elsewhere' })
  expect(print).toHaveBeenCalledOnce()
})

it('doesn’t print a page that is only opened', async () => {
  await press('link', 'Open the agenda')
  await screen.findByRole('link', { name: 'Elsewhere' })
  expect(print).not.toHaveBeenCalled()
})

it('lets a book print that its link asked for, and not again when the reader comes back', async () => {
  await press('link', 'Print the book')
  expect(await screen.findByText('Prints')).toBeTruthy()
  await press('link', 'Elsewhere')
  await press('button', 'Back')
  expect(await screen.findByText('Only opens')).toBeTruthy()
})
