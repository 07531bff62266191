import { mapPapers, type PaperMapping } from '@portal/contract/meetings'
import { mappingId } from '@portal/domain/ids'
import type { MaterialType } from '@portal/domain/slot-names'
import { listMappings } from '@portal/contract/mappings'
import { setPublication } from '@portal/contract/quarters'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { type Fault, refusal } from '../../shared/api-fault-fixture.ts'
import admin from '../../remote.ts'
import {
  driveFile,
  fixtureDrive,
  mappingsApi,
  quarter,
  screenPath,
} from '../../shared/mappings-fixture.ts'
import { fill } from '../../shared/fill-fixture.ts'

const idOf = (materialType: MaterialType) =>
  mappingId({ kind: 'meeting', ...quarter, materialType })
const cash = idOf('cash-flow-summary')

async function open(names: string[], fault: Fault = {}, before?: (api: Api) => Promise<unknown>) {
  const api = await mappingsApi(fixtureDrive(...names), fault)
  await before?.(api)
  const { toasts } = await renderRemote(admin, { path: screenPath, as: 'admin', api })
  const section = await screen.findByRole('region', { name: 'Match papers' })
  return {
    api,
    /** Waits for the message, which the shell shows. */
    announced: (message: string) =>
      expect.poll(() => toasts.map((toast) => toast.message)).toContain(message),
    toasts,
    section,
    paper: (name: string) =>
      within(section).getByText(name, { selector: 'p' }).closest<HTMLElement>('li')!,
    mapped: async () => {
      const all = Object.values(await api.call('admin')(listMappings))
      return Object.fromEntries(all.map(({ id, documentId }) => [id, documentId]))
    },
  }
}
type Api = Awaited<ReturnType<typeof mappingsApi>>

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const isSubmission = ({ method, url }: Request) => method === 'POST' && url.endsWith('/papers')

afterEach(() => {
  cleanup()
  localStorage.clear()
})

it('maps every proposed paper with one press, confirms it, and empties the slots when that is undone', async () => {
  const { announced, mapped, section, api, toasts } = await open([
    'BvA v2.txt',
    'CF.txt',
    'Grants Docket Q3 2026.txt',
  ])
  await userEvent.click(button('Map 3 papers'))
  await announced('Mapped 3 papers')
  expect(await mapped()).toEqual({
    [idOf('budget-vs-actual')]: driveFile('BvA v2.txt').id,
    [cash]: driveFile('CF.txt').id,
    [idOf('additional-material-1')]: driveFile('Grants Docket Q3 2026.txt').id,
  })
  const titles = Object.values(await api.call('admin')(listMappings)).flatMap(
    ({ title }) => title ?? [],
  )
  expect(titles).toEqual(['Grants Docket'])
  const none = /No other paper fits a slot of Q3 2026/
  expect(await within(section).findByText(none)).toBeDefined()
  expect(document.activeElement?.textContent).toBe('Match papers')
  toasts.at(-1)!.options!.action!.onSelect()
  await announced('Undone')
  expect(Object.values(await mapped())).toEqual([undefined, undefined, undefined])
})

it('says why each paper fits, and leaves out what names another quarter', async () => {
  const { paper, section } = await open(['Consnet Agenda.txt', 'Cash Flow Q2 2026.txt'])
  const reason = /“Consnet Agenda”, one letter off Consent Agenda, Q3 2026 by its folder\./
  expect(within(paper('Consnet Agenda.txt')).getByText(reason)).toBeDefined()
  expect(within(section).queryByText('Cash Flow Q2 2026.txt')).toBeNull()
})

it('lets the admin choose the slot of an ambiguous paper', async () => {
  const { announced, mapped, paper } = await open(['Spend Down.txt'])
  expect(within(paper('Spend Down.txt')).getByText('Please check')).toBeDefined()
  expect(button('Map 0 papers').disabled).toBe(true)
  const slot = screen.getByRole('combobox', { name: 'Slot for Spend Down.txt' })
  await userEvent.selectOptions(slot, 'Spenddown Overview')
  await userEvent.click(button('Map 1 paper'))
  await announced('Mapped 1 paper')
  expect(Object.keys(await mapped())).toEqual([idOf('spenddown-overview')])
})

it('replaces what a slot shows only once its paper is checked', async () => {
  const { announced, mapped, paper } = await open(['CF.txt'], {}, async (api) => {
    await api.save(cash, { embedUrl: 'https://airtable.com/embed/x' })
  })
  const replaces = 'Replaces: https://airtable.com/embed/x'
  expect(within(paper('CF.txt')).getByText(replaces)).toBeDefined()
  expect(button('Map 0 papers').disabled).toBe(true)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Cash Flow Summary CF.txt' }))
  await userEvent.click(button('Map 1 paper'))
  await announced('Mapped 1 paper')
  expect(await mapped()).toEqual({ [cash]: driveFile('CF.txt').id })
})

it('names a paper as the admin writes its title, for additional materials', async () => {
  const { announced, api } = await open(['scan 093355 Q3 2026.txt'])
  const title = screen.getByRole('textbox', { name: 'Title that members see' })
  await userEvent.clear(title)
  expect(screen.getByText('Without one, it is Additional Material 1.')).toBeDefined()
  await fill(title, 'Grants Docket')
  await userEvent.click(button('Map 1 paper'))
  await announced('Mapped 1 paper')
  const [mapping] = Object.values(await api.call('admin')(listMappings))
  expect(mapping?.title).toBe('Grants Docket')
})

it('says whether members will see each checked paper, and folds those that are mapped already', async () => {
  const names = ['CF.txt', 'BvA.txt', 'Spend Down.txt', 'Asset summary.txt']
  const { paper } = await open(names, {}, async (api) => {
    await api.save(cash, { active: false })
    await api.save(idOf('asset-summary'), { documentId: driveFile('Asset summary.txt').id })
  })
  expect(await within(paper('BvA.txt')).findByText('Members will see it')).toBeDefined()
  expect(within(paper('CF.txt')).getByText('Hidden: its slot is inactive')).toBeDefined()
  expect(within(paper('Spend Down.txt')).queryByText(/^(Members will|Hidden)/)).toBeNull()
  const folded = paper('Asset summary.txt').closest('details')!
  expect(folded.open).toBe(false)
  expect(within(folded).getByText('Nothing to do for 1 paper')).toBeDefined()
  expect(within(folded).getByText('Already mapped')).toBeDefined()
  expect(within(folded).queryByRole('checkbox')).toBeNull()
})

it('says that the first papers of a quarter are hidden until it is published', async () => {
  const { paper } = await open(['CF.txt'])
  const sentence = 'Hidden until the quarter is published'
  expect(await within(paper('CF.txt')).findByText(sentence)).toBeDefined()
})

it('says that the papers of a quarter in preparation are hidden until it is published', async () => {
  const { paper } = await open(['CF.txt'], {}, async (api) => {
    await api.call('admin')(setPublication, {
      params: quarter,
      body: { state: 'preparation' },
      revision: 'new',
    })
  })
  const sentence = 'Hidden until the quarter is published'
  expect(await within(paper('CF.txt')).findByText(sentence)).toBeDefined()
})

it('proposes nothing for a slot that isn’t needed this quarter', async () => {
  const { paper } = await open(['CF.txt', 'BvA.txt'], {}, async (api) => {
    await api.save(cash, { notNeeded: true })
  })
  expect(within(paper('BvA.txt')).getByText('Budget vs Actual')).toBeDefined()
  expect(screen.queryByRole('checkbox', { name: 'Cash Flow Summary CF.txt' })).toBeNull()
})

it('doesn’t call a paper mapped that its slot’s native agenda hides', async () => {
  const { paper } = await open(['Agenda.txt', 'BvA.txt'], {}, async (api) => {
    await api.save(idOf('agenda'), { documentId: driveFile('Agenda.txt').id })
    await api.save(idOf('agenda'), { mode: 'native' }, 1)
  })
  expect(within(paper('Agenda.txt')).queryByText('Already mapped')).toBeNull()
  expect(within(paper('Agenda.txt')).getByText('Not needed')).toBeDefined()
})

it('takes one of two versions for a slot, says which is newer, and can open each', async () => {
  const { announced, mapped, paper, section } = await open(['CF v1.txt', 'CF v2.txt'])
  const reason = /“CF v2\.txt” \(Board papers\/2026 Q3, changed .*2026\) is newer/
  expect(within(paper('CF v1.txt')).getByText(reason)).toBeDefined()
  const link = within(paper('CF v1.txt')).getByRole('link', { name: 'Open CF v1.txt in a new tab' })
  expect(link.getAttribute('href')).toBe(`/resources/view/${driveFile('CF v1.txt').id}`)

  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox', { name: /Cash Flow Summary CF/ })
  expect(boxes.filter(({ checked }) => checked)).toHaveLength(1)
  const older = boxes.find(({ checked }) => !checked)!
  await userEvent.click(older)
  await userEvent.click(button('Map 2 papers'))
  const sentence = 'More than one paper is chosen for Cash Flow Summary. Choose one.'
  expect(await screen.findByText(sentence)).toBeDefined()
  expect(await mapped()).toEqual({})

  // The section isn't kept open by the older version of a paper that is mapped.
  await userEvent.click(older)
  await userEvent.click(button('Map 1 paper'))
  await announced('Mapped 1 paper')
  expect(await within(section).findByText(/No other paper fits/)).toBeDefined()
})

it('names the paper whose slot someone else has changed, and maps the others', async () => {
  const fault: Fault = {}
  const { announced, api, mapped, paper } = await open(['CF.txt', 'BvA.txt'], fault)
  fault.answer = async (request) => {
    if (!isSubmission(request)) return undefined
    fault.answer = undefined
    await api.save(cash, { embedUrl: 'https://airtable.com/embed/x' })
    return undefined
  }
  await userEvent.click(button('Map 2 papers'))
  const sentence =
    /“CF\.txt” was not mapped\. .?Ruth Abelman.? changed Cash Flow Summary meanwhile\./
  expect(await screen.findByText(sentence)).toBeDefined()
  await announced('Mapped 1 paper')
  expect(within(paper('CF.txt')).getByText(/^Replaces: https:/)).toBeDefined()
  expect(await mapped()).toMatchObject({ [cash]: undefined })
})

it('maps only checked papers with a slot, and keeps the choices when they could not be mapped', async () => {
  const fault: Fault = {
    answer: (request) =>
      isSubmission(request) ? refusal(507, 'storageFull', 'The data folder is full.') : undefined,
  }
  const { announced, mapped } = await open(['CF.txt', 'BvA.txt', 'Spend Down.txt'], fault)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Budget vs Actual BvA.txt' }))
  await userEvent.click(button('Map 1 paper'))
  const sentence = /The papers were not mapped\. The data folder is full\. Your choices are kept\./
  expect(await screen.findByText(sentence)).toBeDefined()
  expect(await mapped()).toEqual({})
  fault.answer = undefined
  await userEvent.click(button('Map 1 paper'))
  await announced('Mapped 1 paper')
  expect(Object.keys(await mapped())).toEqual([cash])
})

it('shows what was mapped when only the response is lost', async () => {
  const fault: Fault = {}
  const { api, mapped } = await open(['CF.txt'], fault)
  fault.answer = async (request) => {
    if (!isSubmission(request)) return undefined
    fault.answer = undefined
    const { papers } = (await request.json()) as { papers: PaperMapping[] }
    await api.call('admin')(mapPapers, { params: quarter, body: { papers } })
    return new Response('Bad Gateway', { status: 502 })
  }
  await userEvent.click(button('Map 1 paper'))
  expect(await screen.findByText(/Please try again\. Your choices are kept\./)).toBeDefined()
  expect(await mapped()).toEqual({ [cash]: driveFile('CF.txt').id })
  expect((await api.call('admin')(listMappings))[cash]!.revision).toBe(1)
})
