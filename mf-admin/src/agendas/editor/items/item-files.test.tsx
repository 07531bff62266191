import { listMappings } from '@portal/contract/mappings'
import { keepDocument, mapSlot } from '@portal/remote-kit/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { agendaApi, board, clearDevice, q4 } from '../../agenda-fixture.ts'
import { open, openItem, press, titleBox } from '../../meeting-agenda/agenda-screen-fixture.ts'

beforeEach(clearDevice)

const fileOf = (name: string) => new File([name], name, { type: 'text/plain', lastModified: 0 })
const papersOf = async (api: Awaited<ReturnType<typeof agendaApi>>) =>
  (await api.stored(q4))?.items.map(({ papers = [] }) =>
    papers.map(({ materialType }) => materialType),
  )

it('puts files dropped on an item into the next free places, and adds them to the item', async () => {
  const api = await agendaApi()
  await keepDocument(api, 'letter', 1)
  const first = { documentId: 'letter', title: 'Letter' }
  await mapSlot(api, 'meeting-2026-q4-additional-material-1', first)
  await api.save(q4, board)
  await open(api)
  await titleBox()
  const line = screen.getByRole('button', { name: /2\. Budget/ })
  fireEvent.drop(line, {
    dataTransfer: { types: ['Files'], items: [], files: ['Quote.txt', 'Offer.txt'].map(fileOf) },
  })
  // The file that is uploaded first takes the first place.
  await expect.poll(() => screen.queryAllByText('Added to Budget')).toHaveLength(2)
  expect(screen.getByText(/^(Quote|Offer)\.txt is a paper of Budget now\./)).toBeDefined()
  await press('Save')
  await expect
    .poll(() => papersOf(api))
    .toEqual([[], ['additional-material-2', 'additional-material-3']])
  const mappings = await api.call('admin')(listMappings)
  const titles = [2, 3].map(
    (place) => mappings[`meeting-2026-q4-additional-material-${place}`]?.title,
  )
  expect(new Set(titles)).toEqual(new Set(['Offer', 'Quote']))
  // They have their place: nothing proposes another one.
  expect(screen.queryByRole('link', { name: /^Match/ })).toBeNull()
})

it('adds a picked file that the quarter shows already where it is', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await open(api)
  const budget = await openItem('2. Budget')
  const field = within(budget).getByLabelText('Files of Budget')
  await userEvent.upload(field, fileOf('Quote.txt'))
  await screen.findByText(/^Quote\.txt is a paper of Budget now\./)
  const welcome = await openItem('1. Welcome')
  await userEvent.upload(within(welcome).getByLabelText('Files of Welcome'), fileOf('Quote.txt'))
  await screen.findByText(/^Quote\.txt is a paper of Welcome now\./)
  await press('Save')
  await expect
    .poll(() => papersOf(api))
    .toEqual([['additional-material-1'], ['additional-material-1']])
})

it('lists papers on no item and mentioned papers, and attaches each with one press', async () => {
  const api = await agendaApi()
  await keepDocument(api, 'letter', 1)
  await keepDocument(api, 'cash', 1)
  await mapSlot(api, 'meeting-2026-q4-additional-material-1', {
    documentId: 'letter',
    title: 'Letter',
  })
  await mapSlot(api, 'meeting-2026-q4-cash-flow-summary', { documentId: 'cash' })
  const [welcome, budget] = board.items!
  const items = [welcome!, { ...budget!, description: 'The cash flow summary' }]
  await api.save(q4, { ...board, items })
  await open(api)
  const gaps = await screen.findByRole('region', { name: 'Papers and items' })
  await userEvent.click(
    await within(gaps).findByRole('button', { name: 'Add Cash Flow Summary to Budget' }),
  )
  expect(within(gaps).queryByText('Items that mention a paper they don’t have')).toBeNull()
  await userEvent.click(within(gaps).getByRole('button', { name: 'Add Letter to the item' }))
  expect(within(gaps).getByText('Every paper of the meeting is on an item.')).toBeDefined()
  await press('Save')
  await expect.poll(() => papersOf(api)).toEqual([['additional-material-1'], ['cash-flow-summary']])
})
