import { listMappings } from '@portal/contract/mappings'
import { mapPapers } from '@portal/contract/meetings'
import { allSlotsOfQuarter } from '@portal/domain/quarter-papers'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import admin from '../../remote.ts'
import { fill } from '../../shared/fill-fixture.ts'
import { mappingsApi, quarter, screenPath } from '../../shared/mappings-fixture.ts'
import { AddPaper } from './add-paper.tsx'

const cash = 'file-cash-flow-q3-txt'
const idOf = (type: string) => `meeting-2026-q3-${type}`

type Api = Awaited<ReturnType<typeof mappingsApi>>

const open = async (api: Api) => {
  const view = await renderRemote(admin, { path: screenPath, as: 'admin', api })
  await screen.findByRole('rowheader', { name: 'Agenda' })
  return view
}
const rows = () => screen.getAllByRole('rowheader').map((row) => row.textContent)
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const openDetails = (name: string) => press(new RegExp(`^Details of .?${name}.?$`))
const stored = async (api: Api, type: string) => (await api.call('admin')(listMappings))[idOf(type)]
const map = async (api: Api, types: readonly string[]) => {
  const papers = types.map((materialType) => {
    return {
      materialType,
      documentId: cash,
      title: titleOf(materialType),
      revision: 'new' as const,
    }
  })
  await api.call('admin')(mapPapers, { params: quarter, body: { papers } })
}
/** “additional-material-6” has the title “Paper 6”. */
const titleOf = (type: string) => type.replace('additional-material-', 'Paper ')
const five = [1, 2, 3, 4, 5].map((number) => `additional-material-${number}`)

afterEach(() => {
  cleanup()
  localStorage.clear()
})

describe('adding a paper', () => {
  const openDialog = async () => {
    await press('Add a paper')
    return within(await screen.findByRole('dialog', { name: 'Add a paper to Q3 2026' }))
  }

  it('puts a document after the others, under its own title', async () => {
    const api = await mappingsApi()
    await map(api, five)
    await open(api)
    const dialog = await openDialog()
    await fill(await dialog.findByRole('combobox', { name: 'Document' }), 'Cash')
    await userEvent.click(await screen.findByRole('option', { name: /Cash flow Q3/ }))
    const title = dialog.getByLabelText<HTMLInputElement>('Title')
    expect(title.value).toBe('Cash flow')
    await userEvent.clear(title)
    await fill(title, 'Cash through June')
    await userEvent.click(dialog.getByRole('button', { name: 'Add paper' }))
    await screen.findByRole('rowheader', { name: 'Cash through June' })
    expect(rows().at(-1)).toBe('Cash through June')
    expect(await stored(api, 'additional-material-6')).toMatchObject({
      documentId: cash,
      title: 'Cash through June',
      active: true,
    })
  })

  it('puts the paper last, even if the free number is before others', async () => {
    const api = await mappingsApi()
    await map(api, ['additional-material-1', 'additional-material-7'])
    await open(api)
    const dialog = await openDialog()
    const file = new File(['quote'], 'Quote.txt', { type: 'text/plain', lastModified: 0 })
    await userEvent.upload(dialog.getByLabelText('File'), file)
    await userEvent.click(dialog.getByRole('button', { name: 'Add paper' }))
    await waitFor(() => expect(rows().at(-1)).toBe('Additional Material 2'))
  })

  it('uploads a dropped file, and takes the next number if someone else has taken the first free one', async () => {
    const api = await mappingsApi()
    await map(api, five)
    await open(api)
    const dialog = await openDialog()
    const file = new File(['quote'], 'Telescope quote.txt', { type: 'text/plain', lastModified: 0 })
    fireEvent.drop(dialog.getByText('Or choose a file, or drop one here.'), {
      dataTransfer: { types: ['Files'], files: [file], items: [] },
    })
    expect(dialog.getByRole('status').textContent).toContain('Telescope quote.txt')
    await map(api, ['additional-material-6'])
    await userEvent.click(dialog.getByRole('button', { name: 'Add paper' }))
    await dialog.findByText(/Ruth Abelman.? has just added a paper here/)
    await userEvent.click(dialog.getByRole('button', { name: 'Add paper' }))
    await screen.findByRole('rowheader', { name: 'Telescope quote' })
    expect((await stored(api, 'additional-material-6'))?.title).toBe('Paper 6')
    const { document, title } = (await stored(api, 'additional-material-7'))!
    expect([document?.name, title]).toEqual(['Telescope quote.txt', 'Telescope quote'])
  })

  it('ends once the quarter has 200 papers', async () => {
    const api = await mappingsApi()
    await map(
      api,
      allSlotsOfQuarter(quarter).map(({ materialType }) => materialType),
    )
    const mappings = await api.call('admin')(listMappings)
    const more = { meeting: quarter, name: 'Q3 2026', mappings, unsavedBehind: false }
    const routes = [{ path: '/', element: <AddPaper {...more} /> }]
    await renderRemote({ ...admin, routes }, { path: '/', as: 'admin', api })
    expect(await screen.findByText(/Q3 2026 has 200 papers, and no more fit/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Add a paper' })).toBeNull()
  })
})

describe('moving a paper', () => {
  it('moves it by one, and keeps the focus on the pressed button, or to a number', async () => {
    const api = await mappingsApi()
    await map(api, ['additional-material-6', 'additional-material-7'])
    await open(api)
    // Empty slots that a quarter may leave empty stay where they are.
    await openDetails('Additional Material 1')
    expect(screen.queryByLabelText(/^Place of/)).toBeNull()
    await openDetails('Paper 6')
    await press(/^Down .?Paper 6/)
    await waitFor(() => expect(rows().slice(-2)).toEqual(['Paper 7', 'Paper 6']))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Down/))
    await press(/^Up .?Paper 6/)
    await waitFor(() => expect(rows().slice(-2)).toEqual(['Paper 6', 'Paper 7']))
    const place = screen.getByLabelText<HTMLSelectElement>(/^Place of .?Paper 6/)
    expect(place.selectedOptions[0]?.textContent).toBe('10 of 11')
    await userEvent.selectOptions(place, '2 of 11')
    await waitFor(() => expect(rows()[1]).toBe('Paper 6'))
    expect((await stored(api, 'additional-material-6'))?.order).toBe(1.5)
  })

  it('replaces nothing that someone else has changed meanwhile', async () => {
    const api = await mappingsApi()
    await map(api, ['additional-material-6'])
    await open(api)
    await openDetails('Paper 6')
    await api.save(idOf('additional-material-6'), { title: 'Theirs' }, 1)
    await press(/^Up .?Paper 6/)
    expect(await screen.findByText(/Ruth Abelman.? has changed this paper meanwhile/)).toBeDefined()
    expect(await stored(api, 'additional-material-6')).toMatchObject({ title: 'Theirs' })
  })
})

describe('a paper beyond the specification’s slots', () => {
  it('leaves the list when it is unmapped', async () => {
    const api = await mappingsApi()
    await map(api, ['additional-material-6'])
    await open(api)
    await openDetails('Paper 6')
    expect(screen.queryByRole('button', { name: /^Set aside/ })).toBeNull()
    await press(/^Unmap .?Paper 6/)
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/leaves the list of papers/)).toBeDefined()
    await userEvent.click(dialog.getByRole('button', { name: /^Unmap/ }))
    await waitFor(() => expect(rows()).not.toContain('Paper 6'))
    await expect.poll(() => document.activeElement?.textContent).toBe('Add a paper')
  })
})
