import { testApi, type TestApi } from '@portal/api/testing'
import { saveMapping } from '@portal/contract/mappings'
import { answerQuestion, askQuestion, flagItem } from '@portal/contract/questions'
import { mapSlot, renderRemote, withoutFiles } from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import remote from '../remote.ts'
import { keepAgenda, leadToAgenda } from '../shared/meetings-fixture.ts'

const path = '/meetings/2026/q/4/agenda'
const params = { year: 2026, quarter: 4 }
const items = [
  { id: 'minutes', title: 'Minutes', type: 'consent' },
  { id: 'budget', title: 'Budget', speaker: 'Wei Chen' },
  { id: 'coffee', title: 'Coffee', type: 'break' },
]

let api: TestApi
beforeEach(async () => {
  localStorage.clear()
  withoutFiles()
  api = await testApi()
  await keepAgenda(api, { items })
  await leadToAgenda(api)
})
afterEach(cleanup)

const ask = (more: object = {}) => {
  const body = { id: crypto.randomUUID(), item: 'budget', text: 'Why?', audience: 'item' as const }
  return api.call('staff')(askQuestion, { params, body: { ...body, ...more } })
}
const show = (person: 'member' | 'admin' = 'member') =>
  renderRemote(remote, { path, api, as: person })

it('asks a question about an item, with who sees it, and keeps what was typed', async () => {
  const first = await show()
  const name = 'Ask a question about Budget'
  await userEvent.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask a question' }))
  expect(dialog.getByText('It goes to the staff who prepare the meeting.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Your question'), 'Why is it larger?')
  first.unmount()

  await show()
  await userEvent.click(await screen.findByRole('button', { name }))
  const again = within(await screen.findByRole('dialog', { name: 'Ask a question' }))
  await userEvent.click(again.getByRole('radio', { name: /chair and staff, nobody else/ }))
  await userEvent.click(again.getByRole('button', { name: 'Send the question' }))

  await userEvent.click(await screen.findByText('1 question (1 open)'))
  expect(await screen.findByText('Why is it larger?')).toBeTruthy()
  const [stored] = (await api.ports.store.list('questions')).documents
  expect(stored).toMatchObject({ item: 'budget', audience: 'private', text: 'Why is it larger?' })
})

it('shows an item’s questions with their answers', async () => {
  const { id } = await ask()
  const answer = { id: crypto.randomUUID(), text: 'The roof.', seenBy: 'question' as const }
  await api.call('admin')(answerQuestion, { params: { ...params, id }, body: answer })
  await show()
  await userEvent.click(await screen.findByText('1 question'))
  expect(await screen.findByText('The roof.')).toBeTruthy()
})

it('flags a consent item, marks it, and takes the flag back', async () => {
  await show()
  const flag = await screen.findByRole('button', { name: 'Flag for discussion (Minutes)' })
  expect(screen.queryByRole('button', { name: 'Flag for discussion (Budget)' })).toBeNull()
  await userEvent.click(flag)
  expect(await screen.findByText('Flagged by 1 member')).toBeTruthy()
  const back = await screen.findByRole('button', { name: 'Take my flag back (Minutes)' })
  await userEvent.click(back)
  await waitFor(() => expect(screen.queryByText('For discussion')).toBeNull())
})

it('changes and withdraws an own question', async () => {
  await api.call('member')(askQuestion, {
    params,
    body: { id: crypto.randomUUID(), item: 'budget', text: 'Why?', audience: 'item' },
  })
  await show()
  await userEvent.click(await screen.findByText('1 question (1 open)'))
  await userEvent.click(screen.getByRole('button', { name: 'Change your question' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Your question'), ' Really?')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Why? Really?')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw your question' }))
  expect(await screen.findByText(/withdrawn/)).toBeTruthy()
})

it('lists what is open for staff in running order, who answer it there', async () => {
  await ask({ text: 'About the budget?' })
  await ask({ item: 'minutes', text: 'About the minutes?' })
  await api.call('staff')(flagItem, { params, body: { item: 'minutes', flagged: true } })
  await show('admin')
  await userEvent.click(await screen.findByText(/2 open questions, 1 item flagged/))
  const groups = screen.getAllByRole('region', { name: /^Open questions: / })
  expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual([
    'Open questions: Minutes',
    'Open questions: Budget',
  ])
  await userEvent.click(within(groups[1]!).getByRole('button', { name: /^Answer/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Your answer'), 'The roof.')
  await userEvent.click(dialog.getByRole('button', { name: 'Send the answer' }))
  await screen.findByText(/1 open question, 1 item flagged/)
})

it('shows no list of what is open to other members', async () => {
  await ask()
  await show()
  await screen.findByText('1 question (1 open)')
  expect(screen.queryByText(/flagged for discussion$/)).toBeNull()
})

it('asks nothing about a break', async () => {
  await show()
  await screen.findByRole('button', { name: 'Ask a question about Budget' })
  expect(screen.queryByRole('button', { name: 'Ask a question about Coffee' })).toBeNull()
})

it('shows why a question can’t be withdrawn', async () => {
  const { id } = await api.call('member')(askQuestion, {
    params,
    body: { id: crypto.randomUUID(), item: 'budget', text: 'Why?', audience: 'item' },
  })
  const { toasts } = await show()
  await userEvent.click(await screen.findByText('1 question (1 open)'))
  const answer = { id: crypto.randomUUID(), text: 'The roof.', seenBy: 'question' as const }
  await api.call('admin')(answerQuestion, { params: { ...params, id }, body: answer })
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw your question' }))
  await waitFor(() => expect(toasts[0]?.message).toMatch(/has been answered, so it stays as it is/))
  expect(await screen.findByText('The roof.')).toBeTruthy()
})

it('leads from a question to its passage', async () => {
  await api.putPaper('roof')
  await mapSlot(api, 'meeting-2026-q4-budget-update', { documentId: 'roof' })
  const selector = [
    { type: 'FragmentSelector', conformsTo: 'http://tools.ietf.org/rfc/rfc3778', value: 'page=3' },
    { type: 'TextQuoteSelector', exact: 'a new roof', prefix: '', suffix: '' },
  ]
  const passage = { documentId: 'roof', target: { version: 1, selector } }
  const { id } = await ask({ passage })
  await show()
  await userEvent.click(await screen.findByText('1 question (1 open)'))
  const link = await screen.findByRole('link', { name: /page 3$/ })
  expect(link.closest('blockquote')!.textContent).toContain('a new roof')
  expect(link.getAttribute('href')).toBe(
    `/resources/view/roof?page=3&meeting=2026-Q4&question=${id}`,
  )
})

it('lists questions about papers, and asks, where the agenda is a document', async () => {
  await api.putPaper('plan', { title: 'Agenda' })
  await api.putPaper('roof')
  await api.call('admin')(saveMapping, {
    params: { id: 'meeting-2026-q4-agenda' },
    body: { mode: 'drive', documentId: 'plan' },
    revision: 1,
  })
  await mapSlot(api, 'meeting-2026-q4-budget-update', { documentId: 'roof' })
  const about = { item: undefined, slot: 'budget-update' }
  await ask({ ...about, text: 'How old is it?' })
  await show('admin')
  const papers = within(await screen.findByRole('region', { name: 'Questions about papers' }))
  await userEvent.click(papers.getByText('1 question (1 open)'))
  expect(papers.getByText('How old is it?')).toBeTruthy()
  expect(papers.getAllByRole('button', { name: /^Ask a question about/ })).toHaveLength(2)
  // The chair's list names the paper.
  await userEvent.click(screen.getByText(/1 open question, 0 items flagged/))
  expect(screen.getByRole('region', { name: 'Open questions: Budget Update' })).toBeTruthy()
})
