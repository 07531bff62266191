import { testPeople } from '@portal/api/testing'
import { addDesignatedAdmin, removeDesignatedAdmin } from '@portal/contract/designated-admins'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { agendaApi, board, clearDevice, q4 } from './agendas/agenda-fixture.ts'
import admin from './remote.ts'
import { fill } from './shared/fill-fixture.ts'

const agendaPath = '/admin/meeting-agenda?year=2026&quarter=4'
const mappingsPath = '/admin/meetings/resource-mappings?tab=governance'
const email = testPeople.staff.email
const ended = 'Your admin rights have ended. Only admins may do this.'

beforeEach(clearDevice)

/** Wei at a screen, as an admin who can be removed from the list. */
async function asWei(path: string) {
  const api = await agendaApi()
  await api.call('admin')(addDesignatedAdmin, { body: { email } })
  await api.save(q4, board)
  const view = await renderRemote(admin, { path, as: 'staff', api })
  const endRights = () => api.call('admin')(removeDesignatedAdmin, { query: { email } })
  const home = async () => {
    await waitFor(() => expect(view.location()).toBe('/'))
    return view.toasts.map(({ message }) => message)
  }
  return { ...view, api, endRights, home }
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('an admin whose rights end during an edit is sent home with the reason', () => {
  it('leaves the agenda’s editor, and what was typed stays on the device', async () => {
    const { api, endRights, home } = await asWei(agendaPath)
    const [title] = await screen.findAllByLabelText('Title')
    await fill(title!, ', mine')
    await endRights()
    await press('Save')
    expect(await home()).toEqual([ended])
    expect(await api.stored(q4)).toMatchObject({ title: board.title, revision: 1 })
    expect(JSON.stringify(localStorage)).toContain('Q4 2026 Board Meeting, mine')
  })

  it.each(['/admin/meetings/2026/Q4/edit', '/admin/meetings/new?year=2026&quarter=3'])(
    'leaves the meeting form at %s, and what was typed stays on the device',
    async (path) => {
      const { endRights, home } = await asWei(path)
      await fill(await screen.findByLabelText('Meeting Title'), ', mine')
      await endRights()
      await press('Save Agenda')
      expect(await home()).toEqual([ended])
      expect(JSON.stringify(localStorage)).toContain('Board Meeting, mine')
    },
  )

  it('leaves the choice of the agenda’s source', async () => {
    const { endRights, home } = await asWei(agendaPath)
    const source = await screen.findByRole('radio', { name: 'Native agenda' })
    await waitFor(() => expect(source.getAttribute('aria-disabled')).not.toBe('true'))
    await endRights()
    await userEvent.click(source)
    expect(await home()).toEqual([ended])
  })

  it('leaves the confirmation for preparing the next quarter', async () => {
    const { endRights, home } = await asWei(agendaPath)
    await press('Prepare next quarter')
    await endRights()
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: /^Prepare Q/ }))
    expect(await home()).toEqual([ended])
  })

  it('leaves a display name of the resource mappings', async () => {
    const { endRights, home } = await asWei(mappingsPath)
    await fill(await screen.findByLabelText('Display name of Bylaws'), 'Our bylaws')
    await endRights()
    await press('Save the display name of Bylaws')
    expect(await home()).toEqual([ended])
    expect(JSON.stringify(localStorage)).toContain('Our bylaws')
  })

  it('leaves the mapping form, and its choice is offered when the slot is opened again', async () => {
    const { api, endRights, home } = await asWei(mappingsPath)
    const open = async () => {
      await press(/(Map Document|Update) Bylaws/)
      return within(await screen.findByRole('dialog'))
    }
    const form = await open()
    await userEvent.click(form.getByRole('radio', { name: 'Embed' }))
    await fill(form.getByRole('textbox', { name: 'Embed URL' }), 'https://a.example/bylaws')
    await endRights()
    await press('Save Mapping')
    expect(await home()).toEqual([ended])
    cleanup()

    await api.call('admin')(addDesignatedAdmin, { body: { email } })
    await renderRemote(admin, { path: mappingsPath, as: 'staff', api })
    const again = await open()
    expect(again.getByRole('button', { name: 'Save Mapping' })).toHaveProperty('disabled', true)
    await userEvent.click(again.getByRole('button', { name: 'Restore my changes' }))
    expect(again.getByRole('textbox', { name: 'Embed URL' })).toHaveProperty(
      'value',
      'https://a.example/bylaws',
    )
    await press('Save Mapping')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await api.ports.store.get('resource_mappings', 'governance-bylaws')).toMatchObject({
      embedUrl: 'https://a.example/bylaws',
    })
    expect(JSON.stringify(localStorage)).not.toContain('a.example')
  })

  it('leaves a sync of the drive', async () => {
    const { endRights, home } = await asWei(mappingsPath)
    await screen.findByLabelText('Display name of Bylaws')
    await endRights()
    await press('Sync the drive folder')
    expect(await home()).toEqual([ended])
  })

  it.each([agendaPath, '/admin/meetings/2026/4/agenda', mappingsPath])(
    'from %s, when the tab is looked at again',
    async (path) => {
      const { endRights, home } = await asWei(path)
      await waitFor(() => expect(screen.queryByText('Checking admin permissions...')).toBeNull())
      await endRights()
      document.dispatchEvent(new Event('visibilitychange'))
      // A refused request may learn of it first, and has a sentence of its own.
      expect(await home()).toEqual([expect.stringMatching(/^Your admin rights have ended\./)])
    },
  )
})

it.each([
  '/admin/meetings/new',
  '/admin/meetings/2026/4/edit',
  '/admin/meetings/2026/4/agenda',
  agendaPath,
  mappingsPath,
])('shows at %s that permissions are being checked, and sends a member home', async (path) => {
  const api = await agendaApi()
  const { location, toasts } = await renderRemote(admin, { path, as: 'staff', api })
  expect(await screen.findByText('Checking admin permissions...')).toBeDefined()
  await waitFor(() => expect(location()).toBe('/'))
  expect(toasts.map(({ message }) => message)).toEqual([
    'The admin area is for designated admins who are signed in with Google.',
  ])
})
