import { listMappings, saveMapping } from '@portal/contract/mappings'
import { triggerSync } from '@portal/contract/sync'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import admin from '../../remote.ts'
import { committeeApi, committeeMeeting } from '../../shared/committee-fixture.ts'
import { driveFile, fixtureDrive } from '../../shared/mappings-fixture.ts'

const { meeting } = committeeMeeting
const page = `/admin/meetings/${meeting}/papers`
const folder = 'Committees/Finance Committee/2026-12-11'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

async function open(path: string, names: string[] = []) {
  const drive = fixtureDrive()
  drive.files.push(...names.map((name) => driveFile(name, folder)))
  const { call, api, meet } = await committeeApi({ ports: { drive } })
  const show = async () => {
    const rendered = await renderRemote(admin, { path, as: 'admin', api })
    await screen.findByRole('heading', { level: 1 })
    return rendered
  }
  const stored = async () => {
    const all = Object.values(await call(listMappings, { query: { meeting } }))
    return all.map(({ title, document }) => `${title}: ${document?.name}`).toSorted()
  }
  if (names.length > 0) await call(triggerSync)
  return { call, meet, show, stored }
}
const drop = (...names: string[]) =>
  fireEvent.drop(document.body, {
    dataTransfer: {
      types: ['Files'],
      items: [],
      files: names.map((name) => new File([name], name, { type: 'text/plain' })),
    },
  })
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const section = () => screen.findByRole('region', { name: 'Match papers' })

it('adds the papers of the meeting’s folder with one press that can be undone', async () => {
  const { show, stored } = await open(page, ['Budget.txt', 'Outlook.txt'])
  const { toasts } = await show()
  await press('Add 2 papers')
  await expect.poll(stored).toEqual(['Budget: Budget.txt', 'Outlook: Outlook.txt'])
  await screen.findByText('No other paper belongs to this meeting by its name and folder.')
  await expect.poll(() => document.activeElement?.textContent).toBe('Match papers')
  toasts.at(-1)!.options!.action!.onSelect()
  await expect.poll(stored).toEqual([])
})

it('puts a paper in the place that has its name', async () => {
  const { call, show, stored } = await open(page, ['Budget.txt'])
  const id = `meeting-${meeting}--budget`
  await call(saveMapping, { params: { id }, body: { title: 'Budget' }, revision: 'new' })
  await show()
  await press('Add 1 paper')
  await expect.poll(stored).toEqual(['Budget: Budget.txt'])
  expect(Object.keys(await call(listMappings, { query: { meeting } }))).toEqual([id])
})

it('proposes no paper of another meeting for a quarter', async () => {
  const { show } = await open('/admin/meetings/resource-mappings?year=2026&quarter=4', [
    '2026-12-11 Cash flow Q4 2026.txt',
  ])
  await show()
  await within(await section()).findByText(/No other paper fits a slot of Q4 2026/)
})

it('leads from papers dropped on any screen to the meeting that they name', async () => {
  const { meet, show, stored } = await open('/admin/audit')
  await meet('2027-02-05', 'Audit meeting')
  const { location } = await show()
  drop('Finance Committee 2027-02-05 Letter.txt', 'Finance Committee 2026-12-11 Budget.txt')
  await screen.findByRole('link', { name: /^Match 1 paper to .?Audit meeting/ })
  await userEvent.click(
    await screen.findByRole('link', { name: /^Match 1 paper to .?Budget meeting/ }),
  )
  expect(location()).toContain(page)
  await press('Add 1 paper')
  await expect.poll(stored).toEqual(['Budget: Finance Committee 2026-12-11 Budget.txt'])
})

it('takes any paper that is dropped on the meeting’s own page', async () => {
  const { show, stored } = await open(`/admin/meetings/${meeting}`)
  const { go } = await show()
  drop('Scan 14.txt')
  await userEvent.click(await screen.findByRole('link', { name: /^Match 1 paper to/ }))
  const match = within(await section())
  expect(match.getByText(/Uploaded for this meeting/)).toBeDefined()
  await press('Add 1 paper')
  await waitFor(async () => expect(await stored()).toEqual(['Scan 14: Scan 14.txt']))
  await go('/admin/uploads')
  const row = (await screen.findByRole('link', { name: 'Scan 14.txt' })).closest('li')!
  await within(row).findByRole('link', { name: 'Budget meeting' })
  expect(row.textContent).toContain('Used in Scan 14, Budget meeting.')
})
