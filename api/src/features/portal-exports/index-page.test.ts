import { mappingId } from '@portal/domain/ids'
import type { MaterialType } from '@portal/domain/slot-names'
import { expect, it } from 'vitest'
import { indexPage } from './index-page.ts'

function slotOf(materialType: MaterialType, name: string, order?: number) {
  const slot = { kind: 'meeting', year: 2027, quarter: 1, materialType } as const
  const content = { embedUrl: `https://example.org/${materialType}`, active: true }
  return { id: mappingId(slot), slot, name, ...content, ...(order === undefined ? {} : { order }) }
}

it('lists a quarter’s papers in their order, beyond the specification’s slots too', () => {
  const slots = [
    slotOf('additional-material-12', 'Site visit'),
    slotOf('additional-material-6', 'Quote', 1.5),
    slotOf('budget-update', 'Budget'),
    slotOf('agenda', 'Agenda'),
  ]
  const content = { papers: [], slots, agendas: [], directory: [], images: [] }
  const foundation = { name: 'Larkspur', timeZone: 'America/Los_Angeles' }
  const page = indexPage({ foundation, day: 'November 25, 2026', content, files: [] })
  const names = ['Agenda', 'Quote', 'Budget', 'Site visit'].map((name) => page.indexOf(`${name}:`))
  expect(names).toEqual(names.toSorted((a, b) => a - b))
  expect(Math.min(...names)).toBeGreaterThan(0)
})

it('names a committee’s meeting by its title and date, between the quarters', () => {
  const id = '2027-02-12-finance'
  const slots = ['k1', 'k2'].map((key, index) => {
    const slot = { kind: 'meeting', meeting: id, materialType: key } as const
    const name = index === 0 ? 'Forecast' : 'Minutes'
    return {
      id: mappingId(slot),
      slot,
      name,
      active: true,
      embedUrl: 'https://a.org',
      order: -index,
    }
  })
  const agenda = { id, title: 'Finance Committee', date: '2027-02-13', items: [] }
  const quarters = [slotOf('agenda', 'Agenda')]
  const content = {
    papers: [],
    slots: [...quarters, ...slots],
    agendas: [agenda, { id: '2027-Q2', items: [] }],
    directory: [],
    images: [],
  }
  const foundation = { name: 'Larkspur', timeZone: 'America/Los_Angeles' }
  const page = indexPage({ foundation, day: 'November 25, 2026', content, files: [] })
  const headings = [...page.matchAll(/<h2 id="[^"]*">([^<]*)</g)].map(([, heading]) => heading)
  expect(headings.slice(0, 3)).toEqual([
    'Q2 2027',
    'Finance Committee, 13 February 2027',
    'Q1 2027',
  ])
  expect(page).toMatch(/Minutes:[^]*Forecast:/)
  expect(page).toContain(`href="agendas/${id}.html"`)
})
