import { listNotes, saveNotes } from '@portal/contract/notes'
import { listVersions } from '@portal/contract/paper-versions'
import { triggerSync } from '@portal/contract/sync'
import { mappingId } from '@portal/domain/ids'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import admin from '../../remote.ts'
import { type Fault, refusal } from '../../shared/api-fault-fixture.ts'
import { fixtureDrive, mappingsApi, quarter, screenPath } from '../../shared/mappings-fixture.ts'
import { withdrawalConsequences } from './versions-dialog.tsx'
import { fill } from '../../shared/fill-fixture.ts'

const cash = mappingId({ kind: 'meeting', ...quarter, materialType: 'cash-flow-summary' })
const id = 'file-cash-flow-q3-txt'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

/** A mapped paper with two versions, whose list is open. */
async function open(fault: Fault = {}) {
  const drive = fixtureDrive('Cash flow Q3.txt')
  let words = 'first'
  const download: typeof drive.download = async () => bytesOf(words)
  const api = await mappingsApi(Object.assign(drive, { download }), fault)
  await api.save(cash, { documentId: id })
  words = 'second'
  Object.assign(drive.files[0]!, { checksum: 'second' })
  await api.call('admin')(triggerSync)
  await api.features.sync.idle()
  const view = await renderRemote(admin, { path: screenPath, as: 'admin', api })
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  await screen.findByRole('rowheader', { name: 'Cash Flow Summary' })
  await press('Details of Cash Flow Summary')
  await press('Versions of Cash Flow Summary')
  const list = await screen.findByRole('dialog', { name: 'Versions of Cash flow Q3.txt' })
  await within(list).findByRole('heading', { name: /^Version 2/ })
  const stored = () => api.call('admin')(listVersions, { params: { id }, query: {} })
  return { ...view, api, list, press, stored }
}

async function* bytesOf(words: string) {
  yield new TextEncoder().encode(words)
}

it('lists the versions of a slot’s paper, and withdraws one with a reason, which a refusal keeps', async () => {
  const fault: Fault = {}
  const { list, press, stored, toasts } = await open(fault)
  const titles = within(list).getAllByRole('heading', { level: 3 })
  expect(titles.map((title) => title.textContent)).toEqual([
    'Version 2 Members read this',
    'Version 1 ',
  ])
  await within(list).findByText(/Mapped to Cash Flow Summary on .+ by Ruth Abelman/)
  const link = within(list).getByRole('link', { name: 'Open version 1' })
  expect(link.getAttribute('href')).toBe(`/resources/view/${id}?version=1`)
  const download = within(list).getByRole('link', { name: 'Download version 1' })
  expect(download.getAttribute('href')).toBe(`/api/documents/${id}/content?version=1`)

  await press('Withdraw version 2')
  const question = await screen.findByRole('dialog', { name: /^Withdraw version 2/ })
  expect(question.textContent).toContain('Members then read version 1.')
  expect(question.textContent).toContain('Backups that were made before still contain it.')
  const confirm = within(question).getByRole<HTMLButtonElement>('button', {
    name: 'Withdraw version 2',
  })
  expect(confirm.disabled).toBe(true)
  const reason = within(question).getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' })
  await fill(reason, 'By mistake')
  fault.answer = ({ method }) =>
    method === 'POST'
      ? refusal(507, 'storageFull', 'Nothing was saved: the disk is full.')
      : undefined
  await userEvent.click(confirm)
  await within(question).findByText('Nothing was saved: the disk is full.')
  expect(reason.value).toBe('By mistake')
  fault.answer = undefined
  await userEvent.click(confirm)
  await within(list).findByText('By mistake')
  expect(toasts.at(-1)?.message).toBe('Version 2 of Cash flow Q3.txt withdrawn')
  await within(list).findByRole('heading', { name: 'Version 1 Members read this' })
  expect(within(list).queryByRole('link', { name: 'Open version 2' })).toBeNull()
  expect(await stored()).toMatchObject({ shown: 1, versions: [{ state: 'withdrawn' }, {}] })
})

it('withdraws the quotations too if the admin chooses it', async () => {
  const { press, api } = await open()
  const page = {
    type: 'FragmentSelector',
    conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
    value: 'page=1',
  } as const
  const quote = { type: 'TextQuoteSelector', exact: 'second', prefix: '', suffix: '' } as const
  const note = {
    id: crypto.randomUUID(),
    createdAt: '2026-11-03T08:00:00Z',
    color: 'yellow' as const,
    text: 'Mine',
    target: { version: 2, selector: [page, quote] },
  }
  const call = api.call('member')
  await call(saveNotes, { body: { documentId: id, erasures: 0, notes: [note], removed: [] } })
  await press('Withdraw version 2')
  const question = await screen.findByRole('dialog', { name: /^Withdraw version 2/ })
  const box = within(question).getByRole<HTMLInputElement>('checkbox', {
    name: 'Withdraw its quotations too',
    description: /^Deletes the words of this version from everybody’s own notes/,
  })
  expect(box.checked).toBe(false)
  await userEvent.click(box)
  await fill(within(question).getByRole('textbox', { name: 'Reason' }), 'By mistake')
  await userEvent.click(within(question).getByRole('button', { name: 'Withdraw version 2' }))
  await waitFor(async () =>
    expect((await call(listNotes, {})).notes).toMatchObject([
      { note: { text: 'Mine', target: { selector: [page], quotationWithdrawn: true } } },
    ]),
  )
})

it('names the versions with the same file, and says when none is left', () => {
  const version = (number: number, sha256: string) => ({
    number,
    sha256,
    state: 'kept' as const,
    modified_time: '2026-11-01T09:00:00Z',
  })
  const versions = [version(3, 'a'), version(2, 'b'), version(1, 'a')]
  const same = withdrawalConsequences({ versions, shown: 3 }, 1)
  expect(same).toContain('Version 3 is the same file, and is withdrawn with it.')
  expect(same).toContain('Members then read version 2.')
  const none = 'No other version is left: members can’t read this paper until another file arrives.'
  expect(withdrawalConsequences({ versions: [version(1, 'a')], shown: 1 }, 1)).toContain(none)
  const more = { versions: [version(3, 'a')], shown: 3, next: 3 }
  expect(withdrawalConsequences(more, 3).join(' ')).toContain('newest older version')
})
