import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fullEntry, testApi } from '@portal/api/testing'
import { holdPath, renderRemote } from '@portal/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import directory from '../remote.ts'
import { directoryApi } from './directory-fixture.ts'

/** Everyone, including those rendered after the first few. */
const cards = (count = 6) =>
  waitFor(() => {
    const articles = screen.queryAllByRole('article')
    expect(articles).toHaveLength(count)
    return articles
  })
const names = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
const radio = (name: RegExp) => screen.getByRole('radio', { name })

async function open(path: string, fault?: { on: boolean }) {
  return renderRemote(directory, { path, api: await directoryApi(fault) })
}

beforeEach(() => sessionStorage.clear())

it('lists board and staff', async () => {
  await open('/directory')
  await cards()
  expect(names()).toContain('Ingrid Sørensen')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Board & Staff Directory')
})

it('announces that it loads, and how many people it shows, once the typing has stopped', async () => {
  const api = await directoryApi()
  const answer = holdPath(api, '/api/people')
  await renderRemote(directory, { path: '/directory', api })
  const region = await screen.findByRole('status', { busy: false })
  const announced: string[] = []
  new MutationObserver(() => announced.push(region.textContent)).observe(region, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  await waitFor(() => expect(announced).toEqual(['Loading the directory']))
  answer()
  await waitFor(() => expect(announced).toEqual(['Loading the directory', '6 people']))
  await userEvent.type(screen.getByRole('searchbox'), 'sorensen', { delay: 1 })
  await waitFor(() => expect(announced).toEqual(['Loading the directory', '6 people', '1 person']))
})

it('prefetches the directory when its link is hovered', async () => {
  await renderRemote(directory, {
    path: '/directory',
    api: await directoryApi(),
    pointedAt: true,
  })
  await cards()
})

it('searches name, role and department while typing, and keeps the search in the URL', async () => {
  const { location } = await open('/directory')
  await cards()
  const box = screen.getByRole('searchbox', { name: 'Search by name, role or department' })
  await userEvent.type(box, 'sorensen')
  expect(names()).toEqual(['Ingrid Sørensen'])
  expect(location()).toBe('/directory?q=sorensen')
  await userEvent.clear(box)
  await userEvent.type(box, 'treasurer')
  expect(names()).toEqual(['James Okafor'])
  await userEvent.clear(box)
  await userEvent.type(box, 'programs')
  expect(names().toSorted()).toEqual(['Ruth Abelman', 'Wei Chen'])
})

it('shows every field of a person on their card', async () => {
  const api = await testApi()
  await api.ports.store.create('directory', 'full', fullEntry())
  await renderRemote(directory, { path: '/directory', api })
  const [card] = await cards(1)
  const { type: _type, ...texts } = fullEntry()
  for (const text of ['Board', ...Object.values(texts)]) expect(card!.textContent).toContain(text)
})

it('shows one group, with the count of each', async () => {
  const { location } = await open('/directory')
  await cards()
  expect(radio(/^All 6$/)).toHaveProperty('checked', true)
  expect(radio(/^Board 4$/)).toHaveProperty('checked', false)
  await userEvent.click(radio(/^Staff 2$/))
  expect(names().toSorted()).toEqual(['Ruth Abelman', 'Wei Chen'])
  expect(location()).toBe('/directory?type=staff')
})

it('restores the state of its URL', async () => {
  await open('/directory?q=maria&type=board&view=list')
  const table = await screen.findByRole('table')
  const people = within(table).getAllByRole('rowheader')
  expect(people.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/Maria/)])
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'maria')
})

it('takes the search from the URL again when a link leads there', async () => {
  const { go } = await open('/directory?q=maria')
  await cards(1)
  await go('/directory')
  await screen.findByText('Ingrid Sørensen')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
})

it('shows the same people as a table', async () => {
  await open('/directory')
  await cards()
  await userEvent.click(radio(/List/))
  expect(screen.getAllByRole('rowheader')).toHaveLength(6)
  await userEvent.click(radio(/Grid/))
  expect(names()).toHaveLength(6)
})

it('links addresses to mail and numbers to the phone, and shows no empty links', async () => {
  await open('/directory')
  await cards()
  const mail = screen.getByRole('link', { name: /^maria\.lopez/ })
  expect(mail.getAttribute('href')).toBe('mailto:maria.lopez@larkspur.example')
  for (const name of ['+1 (503) 555-0104', 'Call Wei Chen']) {
    const phone = screen.getByRole('link', { name })
    expect(phone.getAttribute('href')).toBe('tel:+15035550104')
  }
  expect(screen.queryByRole('link', { name: /Call Maria Lopez/ })).toBeNull()

  await userEvent.click(radio(/List/))
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(hrefs).toContain('mailto:maria.lopez@larkspur.example')
  expect(hrefs).toContain('tel:+15035550104')
})

describe('an address or number', () => {
  it('copies its text, and announces that', async () => {
    const { toasts } = await open('/directory')
    await cards()
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Copy e-mail of Maria Lopez' }))
    expect(await navigator.clipboard.readText()).toBe('maria.lopez@larkspur.example')
    await user.click(screen.getByRole('button', { name: 'Copy number of Wei Chen' }))
    expect(await navigator.clipboard.readText()).toBe('+1 (503) 555-0104')
    expect(toasts.map(({ message }) => message)).toEqual([
      'Copied: maria.lopez@larkspur.example',
      'Copied: +1 (503) 555-0104',
    ])
    expect(screen.queryByRole('button', { name: 'Copy number of Maria Lopez' })).toBeNull()
  })

  it('selects its text, to be copied by hand, if the browser can’t copy it', async () => {
    const { toasts } = await open('/directory')
    await cards()
    vi.stubGlobal('navigator', { onLine: true })
    document.execCommand = () => false
    screen.getByRole('button', { name: 'Copy e-mail of Maria Lopez' }).click()
    await waitFor(() => expect(toasts).toHaveLength(1))
    expect(toasts[0]).toEqual({
      message: expect.stringContaining('copy it by hand'),
      options: { kind: 'bad' },
    })
    expect(getSelection()?.toString()).toBe('maria.lopez@larkspur.example')
    vi.unstubAllGlobals()
  })
})

it('offers to call only on a device that is touched, and has no other pointer', () => {
  const css = readFileSync(join(import.meta.dirname, 'person-card.module.css'), 'utf8')
  expect(css).toMatch(/\n\.call {\s*display: none;/)
  expect(css).toMatch(
    /@media \(hover: none\) and \(pointer: coarse\) {\s*\.call {\s*display: inline-flex;/,
  )
})

it('shows that nobody matches', async () => {
  await open('/directory?q=nobody at all')
  expect(await screen.findByText('No results found')).toBeDefined()
})

it('distinguishes an empty directory from a search without results', async () => {
  await renderRemote(directory, { path: '/directory', api: await testApi() })
  expect(await screen.findAllByText('Nobody has been entered yet')).not.toHaveLength(0)
  expect(screen.queryByText('No results found')).toBeNull()
  expect(screen.getByText(/^The Board Liaison keeps this directory/)).toBeDefined()
})

it('leads an admin from an empty directory to the screen that fills it', async () => {
  await renderRemote(directory, { path: '/directory', api: await testApi(), as: 'admin' })
  const link = await screen.findByRole('link', { name: 'in the directory' })
  expect(link.getAttribute('href')).toBe('/admin/directory')
})

it('reports that the directory can’t be read, instead of showing it as empty, and tries again', async () => {
  const fault = { on: true }
  await open('/directory', fault)
  expect(await screen.findByText('Failed to load directory data')).toBeDefined()
  expect(screen.queryByText('No results found')).toBeNull()
  fault.on = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await cards()
})

it('shows offline that it hasn’t been loaded, and loads once there is a connection', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const api = await directoryApi()
  const { request } = api.app
  api.app.request = async (input, ...rest) => {
    const broken = typeof input === 'string' && input.includes('/api/people')
    if (broken && !navigator.onLine) throw new TypeError('Failed to fetch')
    return request(input, ...rest)
  }
  await renderRemote(directory, { path: '/directory', api })
  expect(
    await screen.findByText(/^You are offline, and this part hasn’t been loaded yet/),
  ).toBeDefined()
  dispatchEvent(new Event('offline'))
  onLine.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await cards()
  onLine.mockRestore()
})
