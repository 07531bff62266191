import { holdPath, renderRemote } from '@portal/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import directory from '../remote.ts'
import { directoryApi, largeDirectoryApi } from './directory-fixture.ts'

const names = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
const shows = (count: number) => waitFor(() => expect(names()).toHaveLength(count))
const radio = (name: RegExp) => screen.getByRole('radio', { name })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** `asked`: the queries of all requests for people, in order. */
async function open(path: string, api: Awaited<ReturnType<typeof directoryApi>>) {
  const requests: string[] = []
  const { request } = api.app
  api.app.request = async (input, init) => {
    const { pathname, searchParams } = new URL(input as string)
    if (pathname === '/api/people') {
      searchParams.set('after', searchParams.has('after') ? 'x' : '')
      requests.push(searchParams.toString())
    }
    expect(pathname).not.toBe('/api/directory')
    return request(input, init)
  }
  await renderRemote(directory, { path, api })
  return { requests }
}

beforeEach(() => sessionStorage.clear())

it('requests each page of people when it is shown, keeps those it shows when one fails, and everybody on request', async () => {
  const fault = { on: false }
  const { requests } = await open('/directory', await largeDirectoryApi(fault))
  await shows(60)
  expect(screen.getByText('60 of 246 shown')).toBeDefined()
  expect(radio(/^All 246$/)).toHaveProperty('checked', true)
  expect(radio(/^Board 34$/)).toBeDefined()
  expect(requests).toEqual(['after='])
  fault.on = true
  await press('Show more')
  expect(await screen.findByText('Failed to load directory data')).toBeDefined()
  await shows(60)
  fault.on = false
  requests.length = 0
  await press('Try Again')
  await shows(120)
  expect(screen.queryByText('Failed to load directory data')).toBeNull()
  expect(requests).toEqual(['after=x'])
  expect(names()).toEqual(names().toSorted())
  await press('Show all')
  await shows(246)
  expect(new Set(names()).size).toBe(246)
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
})

it('has the API search, and keeps the people it shows until the answer', async () => {
  const api = await largeDirectoryApi()
  const answer = holdPath(api, 'search=member')
  const { requests } = await open('/directory', api)
  await shows(60)
  await userEvent.click(screen.getByRole('searchbox'))
  await userEvent.paste('member 00')
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests.at(-1)).toBe('search=member+00&after=')
  await shows(60)
  answer()
  await shows(11)
  expect(radio(/^All 11$/)).toBeDefined()
  expect(radio(/^Board 2$/)).toBeDefined()
})

it('has the API filter, with the counts of the search', async () => {
  const { requests } = await open('/directory?q=member 1', await largeDirectoryApi())
  await shows(60)
  await userEvent.click(radio(/^Board 14$/))
  await shows(14)
  expect(requests.at(-1)).toBe('search=member+1&type=board&after=')
  expect(names()).toContain('Member 016')
  await userEvent.clear(screen.getByRole('searchbox'))
  await waitFor(() => expect(radio(/^All 246$/)).toBeDefined())
  await shows(34)
})

it('keeps the search field when a search fails, and tries again', async () => {
  const fault = { on: false }
  await open('/directory', await largeDirectoryApi(fault))
  await shows(60)
  fault.on = true
  await userEvent.type(screen.getByRole('searchbox'), 'sorensen')
  expect(await screen.findByText('Failed to load directory data')).toBeDefined()
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'sorensen')
  expect(screen.queryByText('No results found')).toBeNull()
  fault.on = false
  await press('Try Again')
  await waitFor(() => expect(names()).toEqual(['Ingrid Sørensen']))
})

it('searches a directory of one page without a request', async () => {
  const { requests } = await open('/directory', await directoryApi())
  await shows(6)
  await userEvent.type(screen.getByRole('searchbox'), 'sorensen')
  await waitFor(() => expect(names()).toEqual(['Ingrid Sørensen']))
  await userEvent.click(radio(/^Board 1$/))
  expect(requests).toEqual(['after='])
})
