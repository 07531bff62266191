import { listVersions } from '@portal/contract/paper-versions'
import { mappingId } from '@portal/domain/ids'
import { breakPath, renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import admin from '../../remote.ts'
import { type Fault, refusal } from '../../shared/api-fault-fixture.ts'
import { sendFile } from '../../shared/uploads/send-file.ts'
import { fixtureDrive, mappingsApi, quarter, screenPath } from '../../shared/mappings-fixture.ts'

const cash = mappingId({ kind: 'meeting', ...quarter, materialType: 'cash-flow-summary' })
const fileOf = (text: string, name = 'Cash flow, corrected.txt') =>
  new File([text], name, { type: 'text/plain', lastModified: 0 })

afterEach(() => {
  cleanup()
  localStorage.clear()
})

/** An uploaded paper in a slot, whose Replace file dialog is open. */
async function open(fault: Fault = {}) {
  const api = await mappingsApi(fixtureDrive(), fault)
  const file = fileOf('first', 'Cash flow.txt')
  const { document } = await sendFile({
    call: api.call('admin'),
    upload: {
      id: crypto.randomUUID(),
      name: file.name,
      folder: '',
      size: file.size,
      modified: '2026-08-14T09:00:00Z',
      file,
    },
    signal: new AbortController().signal,
    onSent: () => {},
    onStoring: () => {},
  })
  await api.save(cash, { documentId: document.id })
  const view = await renderRemote(admin, { path: screenPath, as: 'admin', api })
  await screen.findByRole('rowheader', { name: 'Cash Flow Summary' })
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  await press('Details of Cash Flow Summary')
  await press('Replace file of Cash Flow Summary')
  const dialog = await screen.findByRole('dialog', { name: 'Replace the file of Cash flow.txt' })
  await within(dialog).findByRole('heading', { name: 'Replaces version 1' })
  const numbers = async () => {
    const params = { id: document.id }
    const { versions } = await api.call('admin')(listVersions, { params, query: {} })
    return versions.map(({ number }) => number)
  }
  const pick = (picked: File) => userEvent.upload(within(dialog).getByLabelText('File'), picked)
  const submit = () =>
    within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Replace file' })
  return { ...view, api, dialog, numbers, pick, submit }
}

it('stores a picked file once as the next version, says which files it can’t take, and keeps the file when the upload fails', async () => {
  const fault: Fault = {}
  const { dialog, numbers, pick, submit, api, toasts } = await open(fault)
  expect(dialog.textContent).toContain('Members read the new file as version 2')
  expect(submit().disabled).toBe(true)
  await pick(fileOf('first'))
  await userEvent.click(submit())
  const same = '“Cash flow.txt” has exactly this file already, so nothing was changed.'
  expect(await within(dialog).findByText(same)).toBeDefined()
  await pick(fileOf('a,b', 'Cash flow.csv'))
  await userEvent.click(submit())
  expect(
    await within(dialog).findByText(/isn’t the kind of file that “Cash flow.txt” is/),
  ).toBeDefined()
  await pick(fileOf('pictures', 'Photos.zip'))
  expect(await within(dialog).findByText(/^Unsupported type/)).toBeDefined()
  expect(submit().disabled).toBe(true)

  await pick(fileOf('second'))
  expect(within(dialog).getByRole('status').textContent).toContain('Cash flow, corrected.txt')
  fault.answer = ({ url }) =>
    url.endsWith('/complete')
      ? refusal(507, 'storageFull', 'Nothing was saved: the disk is full.')
      : undefined
  await userEvent.click(submit())
  expect(await within(dialog).findByText('Nothing was saved: the disk is full.')).toBeDefined()
  expect(await numbers()).toEqual([1])
  // The version is stored, and the reply to it is lost.
  fault.answer = undefined
  const { request } = api.app
  api.app.request = async (input, init) => {
    const isEnd = typeof input === 'string' && input.endsWith('/complete')
    const reply = await request(input, init)
    if (isEnd) throw new TypeError('Failed to fetch')
    return reply
  }
  await userEvent.click(submit())
  await waitFor(() => expect(submit().getAttribute('aria-busy')).not.toBe('true'))
  expect(dialog.textContent).toContain('Cash flow, corrected.txt')
  api.app.request = request
  await userEvent.click(submit())
  await waitFor(() =>
    expect(toasts.at(-1)?.message).toBe('Version 2 of Cash flow.txt is what members read now'),
  )
  expect(await numbers()).toEqual([2, 1])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await screen.findByText('Version 2')).toBeDefined()
})

it('says where a paper from the drive is replaced', async () => {
  const api = await mappingsApi()
  await api.save(cash, { documentId: 'file-cash-flow-q3-txt' })
  const mend = breakPath(api, '/api/documents/file-cash-flow-q3-txt')
  await renderRemote(admin, { path: screenPath, as: 'admin', api })
  await screen.findByRole('rowheader', { name: 'Cash Flow Summary' })
  await userEvent.click(screen.getByRole('button', { name: 'Details of Cash Flow Summary' }))
  await userEvent.click(screen.getByRole('button', { name: 'Replace file of Cash Flow Summary' }))
  await screen.findByText('Failed to load the paper')
  mend()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  const sentence =
    /“Cash flow Q3.txt” comes from the drive. Replace its file there, then press Sync./
  expect(await screen.findByText(sentence)).toBeDefined()
  expect(screen.queryByLabelText('File')).toBeNull()
})
