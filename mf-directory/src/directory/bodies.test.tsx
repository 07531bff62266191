import { addTerms, saveBody } from '@portal/contract/bodies'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import directory from '../remote.ts'
import { directoryApi } from './directory-fixture.ts'

beforeEach(() => sessionStorage.clear())

async function open(path: string) {
  const api = await directoryApi()
  const call = api.call('admin')
  const body = { name: 'Finance Committee', purpose: 'Reads every footnote' }
  await call(saveBody, { params: { id: 'finance' }, body, revision: 'new' })
  const held = { voting: true, from: '2024-01-01' }
  const terms = [
    { ...held, person: 'wei-chen', body: 'finance', office: 'staff' as const, voting: false },
    { ...held, person: 'james-okafor', body: 'finance', office: 'chair' as const },
    { ...held, person: 'james-okafor', body: 'board', office: 'treasurer' as const },
    {
      ...held,
      person: 'maria-lopez',
      body: 'finance',
      office: 'member' as const,
      to: '2024-12-31',
    },
  ]
  await call(addTerms, { body: { terms } })
  return renderRemote(directory, { path, api })
}

const names = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent)

it('shows who is in office in a body, by office, and keeps the choice in the URL', async () => {
  const { location } = await open('/directory')
  const filter = await screen.findByRole('combobox', { name: 'Committee' })
  expect(
    within(filter)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Board, committees and staff', 'Board', 'Finance Committee'])
  await userEvent.selectOptions(filter, 'Finance Committee')
  await waitFor(() => expect(names()).toEqual(['James Okafor', 'Wei Chen']))
  expect(location()).toBe('/directory?body=finance')
  await screen.findByText('Reads every footnote')
  await userEvent.click(screen.getByRole('radio', { name: /Staff/ }))
  await waitFor(() => expect(names()).toEqual(['Wei Chen']))
})

it('has no filter while nobody is in office', async () => {
  await renderRemote(directory, { path: '/directory', api: await directoryApi() })
  await waitFor(() => expect(names()).toHaveLength(6))
  expect(screen.queryByRole('combobox', { name: 'Committee' })).toBeNull()
})

it('has a page for each person, with what they are in office for', async () => {
  await open('/directory')
  await userEvent.click(await screen.findByRole('link', { name: 'James Okafor' }))
  await screen.findByRole('heading', { level: 1, name: 'James Okafor' })
  const section = await screen.findByRole('region', { name: 'In office' })
  expect(
    within(section)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Chair, Finance Committeesince 1 January 2024',
    'Treasurer, Boardsince 1 January 2024',
  ])
  expect(screen.getByRole('article').textContent).toContain('Finance committee')
  await userEvent.click(screen.getByRole('link', { name: 'Finance Committee' }))
  await waitFor(() => expect(names()).toEqual(['James Okafor', 'Wei Chen']))
})

it('shows a person without a term as before, and says when somebody is gone', async () => {
  const { go } = await open('/directory/maria-lopez')
  const card = await screen.findByRole('article')
  expect(card.textContent).toContain('maria.lopez')
  expect(screen.queryByRole('region', { name: 'In office' })).toBeNull()
  await go('/directory/nobody')
  await screen.findByText('This person isn’t in the directory any more.')
})
