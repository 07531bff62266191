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
