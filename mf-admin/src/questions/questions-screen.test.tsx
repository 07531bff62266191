import { testApi } from '@portal/api/testing'
import { askQuestion, flagItem } from '@portal/contract/questions'
import { mapSlot, renderRemote, withoutFiles } from '@portal/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import remote from '../remote.ts'
import { fill } from '../shared/fill-fixture.ts'

const params = { year: 2026, quarter: 4 }

beforeEach(() => {
  localStorage.clear()
  withoutFiles()
})

async function portal() {
  const api = await testApi()
  await api.ports.store.create('agendas', '2026-Q4', {
    status: 'published',
    title: 'Winter Meeting',
    date: '2026-12-10',
    items: [
      { id: 'minutes', title: 'Minutes', type: 'consent' },
      { id: 'budget', title: 'Budget' },
    ],
  })
  await mapSlot(api, 'meeting-2026-q4-agenda', { mode: 'native' })
  return api
}

it('lists questions and flags in running order, and sends an answer with who sees it', async () => {
  const api = await portal()
  const ask = (item: string, text: string) =>
    api.call('member')(askQuestion, {
      params,
      body: { id: crypto.randomUUID(), item, text, audience: 'private' },
    })
  await ask('budget', 'Why is it larger?')
  await ask('minutes', 'Whose minutes?')
  await api.call('member')(flagItem, { params, body: { item: 'minutes', flagged: true } })
  await renderRemote(remote, { path: '/admin/meetings/2026/4/questions', api, as: 'admin' })

  const items = await screen.findAllByRole('heading', { level: 2 })
  expect(items.map((item) => item.textContent)).toEqual(['Minutes', 'Budget'])
  expect(screen.getByText(/flagged by Maria Lopez/)).toBeTruthy()
  const question = screen.getByText('Why is it larger?').closest('article')!
  await userEvent.click(within(question).getByRole('button', { name: 'Answer Maria Lopez' }))
  await fill(within(question).getByLabelText(/^Your answer/), 'The roof.')
  await userEvent.selectOptions(within(question).getByLabelText('Who sees it'), 'asker')
  await userEvent.click(within(question).getByRole('button', { name: 'Send the answer' }))
  expect(await screen.findByText('The roof.')).toBeTruthy()
  const stored = (await api.ports.store.list('questions')).documents
  expect(stored.flatMap(({ answers }) => answers)).toMatchObject([{ seenBy: 'asker' }])
})

it('says what will appear while nobody has asked', async () => {
  const api = await portal()
  await renderRemote(remote, { path: '/admin/meetings/2026-Q4/questions', api, as: 'admin' })
  expect(await screen.findByText('No questions yet')).toBeTruthy()
})
