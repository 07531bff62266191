import {
  createAgendaTemplate,
  deleteAgendaTemplate,
  listAgendaTemplates,
  saveAgendaTemplate,
} from '@portal/contract/agenda-templates'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import admin from '../../remote.ts'
import { agendaApi, board, clearDevice, downWhen, q4 } from '../agenda-fixture.ts'
import { open, openItem, press, toasted } from '../meeting-agenda/agenda-screen-fixture.ts'
import { fill } from '../../shared/fill-fixture.ts'

beforeEach(clearDevice)

type Api = Awaited<ReturnType<typeof agendaApi>>
const stored = (api: Api) => api.call('admin')(listAgendaTemplates, {})
const template = { id: 'annual', name: 'Annual meeting', items: [{ title: 'Vote' }] }
const keep = (api: Api) => api.call('admin')(createAgendaTemplate, { body: template })
const dialog = (name: string) => within(screen.getByRole('dialog', { name }))

async function openList(api: Api) {
  const view = await open(api)
  await userEvent.click(await screen.findByRole('button', { name: 'Templates' }))
  await screen.findByRole('button', { name: 'Rename Annual meeting' })
  return view
}

async function openSave() {
  await userEvent.click(await screen.findByRole('button', { name: 'Save as template' }))
  return dialog('Save as template')
}

describe('saving an agenda as a template', () => {
  it('asks for a name until it is free, keeps what was typed, and keeps the items as they are on the screen', async () => {
    let isDown = false
    const api = await agendaApi({
      answer: downWhen(
        ({ url, method }) => isDown && method === 'POST' && url.endsWith('templates'),
      ),
    })
    await api.save(q4, board)
    await keep(api)
    const view = await open(api)
    const welcome = await openItem('1. Welcome')
    await fill(within(welcome).getByLabelText('Title'), ' and prayer')
    const save = await openSave()
    expect(save.getByText('Welcome and prayer')).toBeDefined()
    const name = save.getByLabelText<HTMLInputElement>('Name')
    await fill(name, 'annual meeting')
    await userEvent.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toMatch(/annual meeting already/)
    expect(name.value).toBe('annual meeting')
    expect(await stored(api)).toHaveLength(1)

    isDown = true
    await userEvent.clear(name)
    await fill(name, 'Regular meeting')
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('The database can’t be reached.')).toBeDefined()
    isDown = false
    await press('Save template')
    await toasted(view, 'Template saved: Regular meeting')
    const templates = await stored(api)
    expect(templates.find((saved) => saved.name === 'Regular meeting')).toMatchObject({
      time: '09:00',
      items: [
        { title: 'Welcome and prayer', duration: 10, time: '09:00' },
        { title: 'Budget', description: 'The year', duration: 30, time: '09:10' },
      ],
    })
    expect((await api.stored(q4))?.items[0]?.title).toBe('Welcome')
  })

  it('doesn’t submit the meeting form that it is opened from', async () => {
    const api = await agendaApi()
    await api.save(q4, board)
    const path = '/admin/meetings/2026/4/edit'
    const view = await renderRemote(admin, { path, as: 'admin', api })
    const save = await openSave()
    await fill(save.getByLabelText('Name'), 'Regular meeting')
    await userEvent.keyboard('{Enter}')
    await toasted(view, 'Template saved: Regular meeting')
    expect(screen.getByRole('heading', { name: 'Edit Meeting' })).toBeDefined()
  })
})

describe('the list of templates', () => {
  it('isn’t offered while there are none', async () => {
    const api = await agendaApi()
    await api.save(q4, board)
    await open(api)
    await screen.findByRole('button', { name: 'Save as template' })
    expect(screen.queryByRole('button', { name: 'Templates' })).toBeNull()
  })

  it('renames one, and deletes it after a confirmation', async () => {
    const api = await agendaApi()
    await api.save(q4, board)
    await keep(api)
    const view = await openList(api)
    await press('Rename Annual meeting')
    const name = dialog('Rename Annual meeting').getByLabelText('Name')
    await userEvent.clear(name)
    await fill(name, 'Yearly meeting')
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('button', { name: 'Rename Yearly meeting' })).toBeDefined()
    expect(await stored(api)).toMatchObject([{ name: 'Yearly meeting' }])

    await press('Delete Yearly meeting')
    expect(document.activeElement?.textContent).toBe('Cancel')
    const question = within(screen.getByRole('alertdialog', { name: 'Delete Yearly meeting?' }))
    await userEvent.click(question.getByRole('button', { name: 'Delete Yearly meeting' }))
    await toasted(view, 'Template deleted: Yearly meeting')
    expect(await screen.findByText(/There are no templates/)).toBeDefined()
    expect(await stored(api)).toEqual([])
  })

  it('updates one from the agenda, after a confirmation', async () => {
    const api = await agendaApi()
    await api.save(q4, board)
    await keep(api)
    const view = await openList(api)
    await press('Update Annual meeting from this agenda')
    expect(screen.getByText(/1 item, 15 min, are replaced by the 2 items, 40 min/)).toBeDefined()
    await press('Update Annual meeting')
    await toasted(view, 'Template updated: Annual meeting')
    expect((await stored(api))[0]?.items.map(({ title }) => title)).toEqual(['Welcome', 'Budget'])
  })

  it('names the admin who changed one meanwhile, and overwrites nothing', async () => {
    const api = await agendaApi()
    await api.save(q4, board)
    const { id, revision } = await keep(api)
    await openList(api)
    const body = { name: 'Retreat' }
    await api.call('admin')(saveAgendaTemplate, { params: { id }, body, revision })
    await press('Update Annual meeting from this agenda')
    await press('Update Annual meeting')
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^\u2068?Ruth Abelman\u2069? changed this template meanwhile/,
    )
    expect(await stored(api)).toMatchObject([{ name: 'Retreat', items: [{ title: 'Vote' }] }])
  })

  it('says that one has been deleted meanwhile', async () => {
    const api = await agendaApi()
    await api.save(q4, board)
    const { id, revision } = await keep(api)
    await openList(api)
    await api.call('admin')(deleteAgendaTemplate, { params: { id }, revision })
    await press('Update Annual meeting from this agenda')
    await press('Update Annual meeting')
    expect((await screen.findByRole('alert')).textContent).toBe('Agenda template not found')
  })
})
