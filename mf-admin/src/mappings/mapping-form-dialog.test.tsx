import { setPublication } from '@portal/contract/quarters'
import { listMappings } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { type Fault, refusal } from '../shared/api-fault-fixture.ts'
import admin from '../remote.ts'
import { mappingsApi, quarter, screenPath } from '../shared/mappings-fixture.ts'
import { fill } from '../shared/fill-fixture.ts'

const slot = mappingId({ kind: 'meeting', ...quarter, materialType: 'cash-flow-summary' })

type Api = Awaited<ReturnType<typeof mappingsApi>>

/** Opens the mapping dialog of the cash flow summary. */
async function openForm(api: Api) {
  const rendered = await renderRemote(admin, { path: screenPath, as: 'admin', api })
  const header = await screen.findByRole('rowheader', { name: 'Cash Flow Summary' })
  const row = header.closest<HTMLElement>('tr')!
  await userEvent.click(within(row).getByRole('button', { name: /Map Document|Update/ }))
  return { ...rendered, row, dialog: await screen.findByRole('dialog') }
}

async function choose(dialog: HTMLElement, typed: string, option: RegExp) {
  await fill(await within(dialog).findByRole('combobox'), typed)
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

const pressSave = () => userEvent.click(screen.getByRole('button', { name: 'Save Mapping' }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const stored = (api: Api) => api.ports.store.get('resource_mappings', slot)

afterEach(() => {
  cleanup()
  localStorage.clear()
})

it('maps a synced document, and a member sees it once the quarter is published', async () => {
  const api = await mappingsApi()
  const { dialog, row } = await openForm(api)
  await choose(dialog, 'cash', /Cash flow Q3\.txt.*Board papers\/2026 Q3 · 14 August 2026/)
  await pressSave()
  await closed()
  expect(within(row).getByRole('button', { name: /Cash flow Q3\.txt/ })).toBeDefined()
  expect(await api.call('member')(listMappings)).not.toHaveProperty(slot)
  const body = { state: 'published' as const }
  await api.call('admin')(setPublication, { params: quarter, body, revision: 1 })
  const seen = await api.call('member')(listMappings)
  expect(seen[slot]?.document?.name).toBe('Cash flow Q3.txt')
})

it('shows what a new choice replaces, and discards it on Cancel', async () => {
  const api = await mappingsApi()
  await api.save(slot, { documentId: 'file-cash-flow-q3-txt' })
  const { dialog } = await openForm(api)
  expect(within(dialog).queryByText(/Replaces:/)).toBeNull()
  await userEvent.clear(await within(dialog).findByRole('combobox'))
  await choose(dialog, 'asset', /Asset summary\.txt/)
  const line = within(dialog)
    .getByText(/Replaces:/)
    .closest('p')!
  expect(line.textContent).toBe('Replaces: Cash flow Q3.txt')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await closed()
  expect(await stored(api)).toMatchObject({ documentId: 'file-cash-flow-q3-txt' })
})

it('saves nothing without a choice or a safe address, and names what is missing', async () => {
  const api = await mappingsApi()
  const { dialog } = await openForm(api)
  await pressSave()
  expect(within(dialog).getByText('Choose a document.')).toBeDefined()
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Embed' }))
  await pressSave()
  expect(within(dialog).getByText(/Enter a web address/)).toBeDefined()
  await fill(within(dialog).getByLabelText('Embed URL'), 'http://airtable.com/x')
  await pressSave()
  expect(within(dialog).getByText(/starts with https/)).toBeDefined()
  expect(await stored(api)).toBeUndefined()
})

it('extracts the address from a pasted iframe, renders none of it, and proposes a type', async () => {
  const api = await mappingsApi()
  const { dialog } = await openForm(api)
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Embed' }))
  const box = within(dialog).getByRole('textbox', { name: 'Embed URL' })
  await userEvent.click(box)
  await userEvent.paste(
    '<p><iframe src="https://airtable.com/embed/shr1?a=1&amp;b=2"></iframe></p>',
  )
  expect(box).toHaveProperty('value', 'https://airtable.com/embed/shr1?a=1&b=2')
  expect(document.querySelector('iframe')).toBeNull()
  expect(within(dialog).getByRole('combobox', { name: 'Embed type' })).toHaveProperty(
    'value',
    'airtable',
  )
  await pressSave()
  await closed()
  expect(await stored(api)).toMatchObject({
    embedUrl: 'https://airtable.com/embed/shr1?a=1&b=2',
    embedType: 'airtable',
  })
})

it('shows a refusal until the refused value is changed, and keeps it when only a proxy refuses', async () => {
  const fault: Fault = {}
  const api = await mappingsApi(undefined, fault)
  const { dialog } = await openForm(api)
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Embed' }))
  const address = within(dialog).getByLabelText('Embed URL')
  await fill(address, 'https://example.org')
  fault.answer = ({ method }) =>
    method === 'PUT' ? refusal(422, 'invalid', 'This host is blocked.') : undefined
  await pressSave()
  expect(await within(dialog).findByText('This host is blocked.')).toBeDefined()
  await fill(address, '/report')
  expect(within(dialog).queryByText('This host is blocked.')).toBeNull()
  fault.answer = ({ method }) =>
    method === 'PUT' ? new Response('<h1>Bad Gateway</h1>', { status: 502 }) : undefined
  await pressSave()
  expect(await within(dialog).findByText('Failed to update embed mapping')).toBeDefined()
  expect(address).toHaveProperty('value', 'https://example.org/report')
  fault.answer = undefined
  await pressSave()
  await closed()
  expect(await stored(api)).toMatchObject({ embedUrl: 'https://example.org/report' })
})

it('reads the documents again when that failed, and keeps the choice when the server refuses', async () => {
  const fault: Fault = {}
  const api = await mappingsApi(undefined, fault)
  fault.answer = ({ url }) =>
    url.endsWith('/api/documents') ? refusal(500, 'internal', 'Something went wrong.') : undefined
  const { dialog } = await openForm(api)
  expect(await within(dialog).findByText('Failed to fetch documents')).toBeDefined()
  fault.answer = undefined
  await userEvent.click(within(dialog).getByRole('button', { name: 'Try Again' }))
  await choose(dialog, 'cash', /Cash flow Q3/)
  fault.answer = ({ method }) => (method === 'PUT' ? new Response('{}') : undefined)
  await pressSave()
  expect(await within(dialog).findByText('Failed to update mapping')).toBeDefined()
  fault.answer = ({ method }) =>
    method === 'PUT' ? refusal(507, 'storageFull', 'The data folder is full.') : undefined
  await pressSave()
  expect(await within(dialog).findByText('The data folder is full.')).toBeDefined()
  expect(within(dialog).getByRole('combobox', { name: 'Document' })).toHaveProperty(
    'value',
    'Cash flow Q3.txt',
  )
  fault.answer = undefined
  await pressSave()
  await closed()
})

it('notifies the second of two admins, and overwrites theirs only on request', async () => {
  const api = await mappingsApi()
  const { dialog } = await openForm(api)
  await choose(dialog, 'cash', /Cash flow Q3/)
  await api.save(slot, { documentId: 'file-asset-summary-txt' })
  await pressSave()
  const notice = await within(dialog).findByText(/Ruth Abelman.? changed/)
  const banner = notice.closest('[role=alert]')!
  expect(banner.textContent).toContain('Theirs: Asset summary.txt')
  expect(banner.textContent).toContain('Yours: Cash flow Q3.txt')
  expect(await stored(api)).toMatchObject({ documentId: 'file-asset-summary-txt' })

  await userEvent.click(within(dialog).getByRole('button', { name: 'Reload and keep mine' }))
  expect(
    within(dialog)
      .getByText(/Replaces:/)
      .closest('p')!.textContent,
  ).toContain('Asset summary')
  expect(within(dialog).getByRole('combobox', { name: 'Document' })).toHaveProperty(
    'value',
    'Cash flow Q3.txt',
  )
  await pressSave()
  await closed()
  expect(await stored(api)).toMatchObject({ documentId: 'file-cash-flow-q3-txt' })
})

/** One pixel. */
const gif = new File(
  [
    Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (letter) =>
      letter.charCodeAt(0),
    ),
  ],
  'card.gif',
  { type: 'image/gif' },
)
const pressImage = () => userEvent.click(screen.getByRole('button', { name: 'Save Image Only' }))

it('saves a card image with the mapping or alone, and keeps the rest of the form', async () => {
  const api = await mappingsApi()
  const { dialog, toasts } = await openForm(api)
  await choose(dialog, 'cash', /Cash flow Q3/)
  expect(screen.getByRole('button', { name: 'Save Image Only' })).toHaveProperty('disabled', true)
  await userEvent.upload(within(dialog).getByLabelText('File of the image'), gif)
  await within(dialog).findByRole('img', { name: 'The image' })
  await pressImage()
  await expect
    .poll(() => toasts)
    .toEqual([{ message: 'Card image saved', options: { kind: 'good', duration: 3000 } }])
  expect(await stored(api)).toMatchObject({ cardImage: expect.stringMatching(/^\/api\/images\//) })
  expect(within(dialog).getByRole('combobox', { name: 'Document' })).toHaveProperty(
    'value',
    'Cash flow Q3.txt',
  )
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  await pressSave()
  await closed()
  const saved = await stored(api)
  expect(saved).toMatchObject({ documentId: 'file-cash-flow-q3-txt' })
  expect(saved?.['cardImage']).toBeUndefined()
})

it('keeps an image, or that it is removed, after a failure, and saves it the next time', async () => {
  const fault: Fault = {}
  const api = await mappingsApi(undefined, fault)
  const { dialog, toasts } = await openForm(api)
  const file = within(dialog).getByLabelText('File of the image')
  await userEvent.upload(file, new File(['<svg/>'], 'card.png', { type: 'image/png' }))
  await within(dialog).findByText('The image must be a PNG, JPEG, WebP or GIF.')
  await userEvent.upload(file, gif)
  await within(dialog).findByRole('img', { name: 'The image' })
  fault.answer = ({ method }) =>
    method === 'PUT' ? refusal(507, 'storageFull', 'The data folder is full.') : undefined
  await pressImage()
  expect(await within(dialog).findByText('The data folder is full.')).toBeDefined()
  expect(toasts).toEqual([
    { message: 'Failed to save card image', options: { kind: 'bad', duration: 5000 } },
  ])
  expect(within(dialog).getByRole('img', { name: 'The image' })).toBeDefined()
  fault.answer = undefined
  await pressImage()
  await expect.poll(() => toasts.at(-1)?.message).toBe('Card image saved')

  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  fault.answer = ({ method }) =>
    method === 'PUT' ? refusal(413, 'tooLarge', 'This is too large.') : undefined
  await pressImage()
  expect(await within(dialog).findByText('This is too large.')).toBeDefined()
  expect(within(dialog).queryByRole('img', { name: 'The image' })).toBeNull()
  fault.answer = undefined
  await pressImage()
  await waitFor(() => expect(within(dialog).queryByText('This is too large.')).toBeNull())
  await expect.poll(async () => (await stored(api))?.['cardImage']).toBeUndefined()
})

it('asks before Esc discards what was chosen', async () => {
  const api = await mappingsApi()
  const { dialog } = await openForm(api)
  await choose(dialog, 'cash', /Cash flow Q3/)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(within(dialog).getByRole('combobox', { name: 'Document' })).toHaveProperty(
    'value',
    'Cash flow Q3.txt',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await closed()
  expect(localStorage).toHaveLength(0)
  expect(await stored(api)).toBeUndefined()
})
