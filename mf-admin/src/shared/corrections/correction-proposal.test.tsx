import { saveBody } from '@portal/contract/bodies'
import { listDocuments } from '@portal/contract/documents'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import { createMeeting } from '@portal/contract/new-meetings'
import { listVersions } from '@portal/contract/paper-versions'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import admin from '../../remote.ts'
import { faultyApi } from '../api-fault-fixture.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

type Api = Awaited<ReturnType<typeof faultyApi>>
let api: Api
beforeEach(async () => {
  api = await faultyApi({})
})

const slot = 'meeting-2026-q4-budget-update'
const map = (documentId: string, id = slot) =>
  api.call('admin')(saveMapping, {
    params: { id },
    query: {},
    body: { documentId },
    revision: 'new',
  })
const fileOf = (name: string, words: string) => new File([words], name, { type: 'text/plain' })
/** Resolves once the page accepts files, just after it is shown, and so prevents the browser's own handling. */
const drop = (name: string, words = 'Corrected') => {
  const dataTransfer = { types: ['Files'], items: [], files: [fileOf(name, words)] }
  return waitFor(() => expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false))
}
const documents = () => api.call('admin')(listDocuments)
const proposal = (name: string) => screen.findByRole('region', { name: `Proposal for ${name}` })
const press = async (name: string, action: string | RegExp) =>
  userEvent.click(within(await proposal(name)).getByRole('button', { name: action }))

/** Opens a page, and stores an uploaded paper that a slot shows. */
async function openMapped(path: string, id = slot) {
  const view = await renderRemote(admin, { path, as: 'admin', api })
  await screen.findByRole('heading', { level: 1 })
  await drop('Budget Update Q4 2026.txt', 'First')
  await screen.findByText('Stored')
  const [paper] = await documents()
  await map(paper!.id, id)
  await userEvent.click(screen.getByRole('button', { name: 'Close the list' }))
  return { ...view, paper: paper! }
}
const corrected = 'Budget Update Q4 2026 (corrected).txt'

describe('a dropped file that resembles a mapped paper', () => {
  it.each(['/admin', '/admin/uploads'])(
    'becomes its new version with one press at %s',
    async (path) => {
      const { paper, toasts } = await openMapped(path)
      await drop(corrected)
      const [panel] = await screen.findAllByRole('region', { name: `Proposal for ${corrected}` })
      expect(panel!.textContent).toContain('the paper of Budget Update, Q4 2026')
      expect(panel!.textContent).toContain('Members see that paper now.')
      await userEvent.click(
        within(panel!).getByRole('button', { name: `New version of ${paper.name}` }),
      )
      expect(await screen.findByText(`Version 2 of ${paper.name}`)).toBeDefined()
      expect(toasts.at(-1)?.message).toBe(`Version 2 of ${paper.name} is stored`)
      expect(await documents()).toMatchObject([{ id: paper.id, version: 2 }])
      const { versions } = await api.call('admin')(listVersions, {
        params: { id: paper.id },
        query: {},
      })
      expect(versions).toHaveLength(2)
      expect(screen.queryByRole('region', { name: /^Proposal/ })).toBeNull()
      expect(screen.queryByRole('link', { name: /^Match/ })).toBeNull()
    },
  )

  it('is proposed for the paper of a committee’s meeting by its name and day', async () => {
    const call = api.call('admin')
    const body = { name: 'Finance Committee' }
    await call(saveBody, { params: { id: 'finance' }, body, revision: 'new' })
    const { id } = await call(createMeeting, {
      body: {
        key: crypto.randomUUID(),
        body: 'finance',
        kind: 'committee',
        date: '2099-11-12',
        title: 'Audit review',
      },
    })
    await openMapped('/admin/uploads', `meeting-${id}--k1`)
    await drop(corrected)
    expect(await screen.findByText(/Finance Committee, 12 November 2099/)).toBeTruthy()
  })

  it('remains a separate paper if the admin chooses it, or its name and words differ', async () => {
    const { paper } = await openMapped('/admin')
    await drop(corrected)
    await press(corrected, /^As another paper/)
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Proposal/ })).toBeNull())
    expect(await documents()).toHaveLength(2)
    expect((await api.call('admin')(listMappings))[slot]?.documentId).toBe(paper.id)
    await drop('Succession Memo.txt')
    await screen.findByRole('link', { name: /^Match \d papers?/ })
    expect(screen.queryByRole('region', { name: /^Proposal/ })).toBeNull()
  })
})

describe('a dropped file that resembles a synced paper', () => {
  it('replaces the mapped paper with one press', async () => {
    await api.putPaper('Budget Update Q4 2026', {})
    await map('Budget Update Q4 2026')
    const { toasts } = await renderRemote(admin, { path: '/admin', as: 'admin', api })
    await screen.findByRole('heading', { level: 1 })
    await drop(corrected)
    await press(corrected, /^Show this upload instead/)
    await waitFor(() =>
      expect(toasts.at(-1)?.message).toBe(
        `${corrected} is shown instead of Budget Update Q4 2026.pdf`,
      ),
    )
    const upload = (await documents()).find(({ source }) => source === 'upload')
    expect((await api.call('admin')(listMappings))[slot]?.documentId).toBe(upload?.id)
    expect(await documents()).toHaveLength(2)
    expect(await screen.findByText('Shown instead of Budget Update Q4 2026.pdf')).toBeDefined()
    expect(screen.queryByRole('link', { name: /^Match/ })).toBeNull()
  })
})

describe('an upload that wasn’t decided about yet', () => {
  it('shows the proposal in the list of uploads, and instead of a checkbox among the papers to match', async () => {
    const { go } = await openMapped('/admin')
    await drop(corrected)
    await proposal(corrected)
    await userEvent.click(screen.getByRole('button', { name: 'Close the list' }))
    await go('/admin/uploads')
    await proposal(corrected)
    await go('/admin/meetings/resource-mappings?year=2026&quarter=4')
    const matching = within(await screen.findByRole('region', { name: 'Match papers' }))
    await matching.findByRole('region', { name: `Proposal for ${corrected}` })
    expect(screen.queryByRole('checkbox', { name: new RegExp('corrected') })).toBeNull()
    await press(corrected, /^As another paper/)
    expect(await screen.findByRole('checkbox', { name: /corrected/ })).toHaveProperty(
      'checked',
      false,
    )
  })
})
