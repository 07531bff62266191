import { listDirectory, saveDirectoryEntry } from '@portal/contract/directory'
import { directoryFieldNames, directoryFields } from '@portal/domain/directory-fields'
import { directoryCopy } from '@portal/remote-kit/directory-copy'
import { fullEntry } from '@portal/api/testing'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type Fault, faultyApi, refusal } from '../shared/api-fault-fixture.ts'
import admin from '../remote.ts'
import { fill } from '../shared/fill-fixture.ts'

const path = '/admin/directory'
const people = {
  maria: { name: 'Maria Lopez', role: 'Chair', type: 'board', phone: '+1 503 555 0101' },
  ingrid: { name: 'Ingrid Sørensen', role: 'Trustee', type: 'board' },
  wei: { name: 'Wei Chen', role: 'Executive director', type: 'staff', phone: '+1 503 555 0104' },
}
/** One pixel. */
const gif = new File(
  [
    Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (l) =>
      l.charCodeAt(0),
    ),
  ],
  'portrait.gif',
  { type: 'image/gif' },
)

async function open(fault: Fault = {}, at = path) {
  const api = await faultyApi(fault)
  for (const [id, person] of Object.entries(people)) {
    await api.ports.store.create('directory', id, person)
  }
  const rendered = await renderRemote(admin, { path: at, as: 'admin', api })
  return { ...rendered, member: () => api.call('member')(listDirectory) }
}

const names = (title: string) =>
  within(screen.getByRole('table', { name: title }))
    .getAllByRole('rowheader')
    .map((header) => header.textContent.slice(-7))
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const shown = () => screen.findByRole('heading', { name: 'Board Members (2)' })
const field = (label: string) => screen.getByLabelText(label)
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function openForm(button: string | RegExp) {
  await shown()
  await press(button)
  return screen.findByRole('dialog')
}

async function fillIn(name: string, role = 'Trustee') {
  await fill(field('Name'), name)
  await fill(field('Role'), role)
  await userEvent.selectOptions(field('Type'), 'Board')
}

it('lists board and staff with their counts, searches and sorts, and keeps both in the URL', async () => {
  const { location } = await open()
  await shown()
  expect(screen.getByRole('heading', { name: 'Staff Members (1)' })).toBeDefined()
  const row = screen.getByRole('row', { name: /Wei Chen/ })
  expect(row.textContent).toContain('Executive director')
  expect(row.textContent).toContain('+1 503 555 0104')
  expect(row.textContent).toContain('No e-mail')
  const board = within(screen.getByRole('table', { name: 'Board Members' }))
  await userEvent.click(board.getByRole('button', { name: 'Role and title' }))
  expect(names('Board Members')).toEqual(['a Lopez', 'ørensen'])
  await userEvent.click(board.getByRole('button', { name: 'Role and title' }))
  expect(names('Board Members')).toEqual(['ørensen', 'a Lopez'])
  await fill(screen.getByRole('searchbox'), 'sorensen')
  expect(names('Board Members')).toEqual(['ørensen'])
  expect(screen.getByText('No results found')).toBeDefined()
  expect(location()).toBe('/admin/directory?sort=-role&q=sorensen')
})

it('shows all broken rules together and next to their fields, and adds an entry with a photo', async () => {
  const { member, portal, toasts } = await open()
  const { uid } = portal.person
  const dialog = await openForm('Add Entry')
  const add = () => userEvent.click(within(dialog).getByRole('button', { name: 'Add Entry' }))
  await fill(field('E-mail'), 'nobody')
  await add()
  expect(
    within(dialog).getByText(
      'Name is required, Role is required, Valid type (board or staff) is required, Valid email address is required',
    ),
  ).toBeDefined()
  expect(within(dialog).getByText('Name is required')).toBeDefined()
  expect(field('E-mail').getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  const picture = new File(['<svg/>'], 'me.png', { type: 'image/png' })
  await userEvent.upload(field('File of the photo'), picture)
  expect(
    await within(dialog).findByText('The image must be a PNG, JPEG, WebP or GIF.'),
  ).toBeDefined()
  expect(within(dialog).queryByRole('img')).toBeNull()

  await userEvent.clear(field('E-mail'))
  await fillIn('Ada Byron')
  await userEvent.upload(field('File of the photo'), gif)
  const preview = await screen.findByRole('img', { name: 'The photo' })
  expect(preview.getAttribute('src')).toMatch(/^data:image\/gif/)
  directoryCopy.keep(uid, [])
  await add()
  await closed()
  expect(toasts).toEqual([
    { message: 'Ada Byron is in the directory', options: { kind: 'good', duration: 3000 } },
  ])
  expect(await screen.findByRole('heading', { name: 'Board Members (3)' })).toBeDefined()
  const ada = (await member()).find(({ name }) => name === 'Ada Byron')
  expect(ada).toMatchObject({ type: 'board', photoUrl: expect.stringMatching(/^\/api\/images\//) })
  // The members' cached copy is cleared.
  expect(directoryCopy.read(uid)).toBeUndefined()
})

it('has an input for every field of an entry, and finds the entry by each that the search names', async () => {
  const { member } = await open()
  const dialog = await openForm('Add Entry')
  const full = fullEntry()
  for (const name of directoryFieldNames) {
    const input = within(dialog).getByLabelText(directoryFields[name].label)
    if (name === 'type') await userEvent.selectOptions(input, full.type)
    else await fill(input, full[name])
  }
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add Entry' }))
  await closed()
  expect((await member()).find(({ name }) => name === full.name)).toMatchObject(full)
  const search = screen.getByRole('searchbox', {
    name: 'Search by name, role, title, department, e-mail or phone',
  })
  for (const name of ['name', 'role', 'title', 'department', 'email', 'phone'] as const) {
    await userEvent.clear(search)
    await fill(search, full[name])
    await screen.findByRole('row', { name: /the name/ })
    expect(screen.getAllByRole('rowheader')).toHaveLength(1)
  }
})

it('sends only what was changed, and removes a photo', async () => {
  const { api, member } = await open()
  const stored = await api.call('admin')(saveDirectoryEntry, {
    params: { id: 'maria' },
    form: { photo: gif },
    revision: 1,
  })
  cleanup()
  await renderRemote(admin, { path, as: 'admin', api })
  const dialog = await openForm('Edit Maria Lopez')
  expect(within(dialog).getByRole('img').getAttribute('src')).toBe(stored.photoUrl)
  await press('Remove')
  await fill(field('Department'), 'Law')
  await press('Save Entry')
  await closed()
  const maria = (await member()).find(({ id }) => id === 'maria')
  expect(maria).toEqual({
    ...stored,
    photoUrl: undefined,
    department: 'Law',
    revision: 3,
  })
})

it.each([
  ['Add Entry', 'POST', 'Failed to create directory entry'],
  ['Edit Ingrid Sørensen', 'PUT', 'Failed to update directory entry'],
])('keeps what was typed when %s fails', async (button, method, sentence) => {
  const fault: Fault = {}
  const { toasts } = await open(fault)
  const dialog = await openForm(button)
  await fill(field('Biography'), 'Thirty years of law.')
  if (method === 'POST') await fillIn('Ada Byron')
  fault.answer = (request) =>
    request.method === method ? new Response('Bad Gateway', { status: 502 }) : undefined
  const save = within(dialog).getByRole('button', { name: /Entry$/ })
  await userEvent.click(save)
  expect(await within(dialog).findByText(sentence)).toBeDefined()
  expect(toasts).toEqual([
    { message: 'Failed to save entry', options: { kind: 'bad', duration: 5000 } },
  ])
  expect(field('Biography')).toHaveProperty('value', 'Thirty years of law.')
  fault.answer = (request) =>
    request.method === method ? refusal(507, 'storageFull', 'The data folder is full.') : undefined
  await userEvent.click(save)
  expect(await within(dialog).findByText('The data folder is full.')).toBeDefined()
  fault.answer = undefined
  await userEvent.click(save)
  await closed()
})

it('notifies the second of two admins, shows both versions, and loses neither', async () => {
  const { api, member } = await open()
  const dialog = await openForm('Edit Maria Lopez')
  await userEvent.clear(field('Role'))
  await fill(field('Role'), 'Honorary chair')
  const admins = api.call('admin')
  await admins(saveDirectoryEntry, {
    params: { id: 'maria' },
    form: { role: 'Vice chair', phone: '555 0101' },
    revision: 1,
  })
  await press('Save Entry')
  await within(dialog).findByText(/Ruth Abelman.? changed this entry/)
  const notice = within(dialog).getByRole('alert')
  expect(notice.textContent).toContain('Theirs: Vice chair')
  expect(notice.textContent).toContain('Yours: Honorary chair')
  await press('Reload and keep mine')
  expect(field('Role')).toHaveProperty('value', 'Honorary chair')
  expect(field('Phone')).toHaveProperty('value', '555 0101')
  await press('Save Entry')
  await closed()
  expect((await member()).find(({ id }) => id === 'maria')).toMatchObject({
    role: 'Honorary chair',
    phone: '555 0101',
  })
})

it('keeps what was typed when someone has deleted the entry', async () => {
  const { api, member } = await open()
  const dialog = await openForm('Edit Maria Lopez')
  await fill(field('Department'), 'Law')
  await api.ports.store.delete('directory', 'maria', 1)
  await press('Save Entry')
  expect(await within(dialog).findByText('Directory entry not found')).toBeDefined()
  await press('Make it a new entry')
  await userEvent.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Add Entry' }),
  )
  await closed()
  expect((await member()).find(({ name }) => name === 'Maria Lopez')).toMatchObject({
    department: 'Law',
  })
})

it('asks before Esc or a link discards what was typed', async () => {
  const { go, location } = await open()
  await openForm('Add Entry')
  await fill(field('Name'), 'Ada')
  await userEvent.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(field('Name')).toHaveProperty('value', 'Ada')
  await go('/admin')
  await screen.findByRole('alertdialog', { name: 'Unsaved changes' })
  expect(location()).toBe(path)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel', hidden: false }))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await closed()
})

it('deletes only after a question that names the person, can be undone, and clears the members’ cached copy', async () => {
  const { member, portal, toasts } = await open()
  const { uid } = portal.person
  await shown()
  directoryCopy.keep(uid, [])
  await press('Delete Maria Lopez')
  const question = await screen.findByRole('alertdialog', { name: 'Delete Maria Lopez?' })
  expect(document.activeElement?.textContent).toBe('Cancel')
  await userEvent.click(within(question).getByRole('button', { name: 'Delete Maria Lopez' }))
  await screen.findByRole('heading', { name: 'Board Members (1)' })
  expect((await member()).map(({ id }) => id)).not.toContain('maria')
  expect(toasts[0]?.message).toBe('Maria Lopez deleted')
  await waitFor(() => expect(directoryCopy.read(uid)).toBeUndefined())

  directoryCopy.keep(uid, [])
  toasts[0]!.options!.action!.onSelect()
  await screen.findByRole('heading', { name: 'Board Members (2)' })
  expect((await member()).map(({ id }) => id)).toContain('maria')
  await expect.poll(() => toasts.at(-1)?.message).toBe('Undone')
  expect(directoryCopy.read(uid)).toBeUndefined()
})

it('asks again before it deletes an entry that someone else has just changed', async () => {
  const fault: Fault = {}
  const { api, toasts } = await open(fault)
  await shown()
  await api.call('admin')(saveDirectoryEntry, {
    params: { id: 'maria' },
    form: { role: 'Vice chair' },
    revision: 1,
  })
  await press('Delete Maria Lopez')
  const question = await screen.findByRole('alertdialog')
  const confirm = within(question).getByRole('button', { name: 'Delete Maria Lopez' })
  await userEvent.click(confirm)
  expect(await within(question).findByText('Role: Vice chair (was: Chair)')).toBeDefined()
  expect(toasts[0]?.message).toBe('Failed to delete entry')
  fault.answer = ({ method }) =>
    method === 'DELETE' ? new Response(null, { status: 502 }) : undefined
  await userEvent.click(confirm)
  expect(await within(question).findByText('Failed to delete directory entry')).toBeDefined()
  fault.answer = undefined
  await userEvent.click(confirm)
  await screen.findByRole('heading', { name: 'Board Members (1)' })
})

it('reports that the directory can’t be read, and tries again', async () => {
  const fault: Fault = {
    answer: ({ url }) =>
      url.endsWith('/api/directory') ? new Response(null, { status: 503 }) : undefined,
  }
  await open(fault)
  expect(await screen.findByText('Failed to fetch directory entries')).toBeDefined()
  fault.answer = undefined
  await press('Try Again')
  await shown()
})
