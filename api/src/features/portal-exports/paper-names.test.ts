import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExportedPaper, ExportedSlot } from './exported-content.ts'
import { paperNames, safeName } from './paper-names.ts'

function paper(id: string, name: string, path = ''): ExportedPaper {
  const version = {
    paper: id,
    number: 1,
    name,
    sha256: '',
    isShown: true,
    state: 'stored' as const,
  }
  return { id, name, path, versions: [version] }
}

function meetingSlot(documentId: string, year: number): ExportedSlot {
  const slot = { kind: 'meeting', year, quarter: 4, materialType: 'budget-update' } as const
  return { id: '', slot, name: '', active: true, documentId }
}

/** Characters that some file systems reject, and some of several bytes. */
const letters = ['/', '\\', '.', ' ', ':', '*', '\u0000', '\u202E', '\uD800', 'é', '会', 'x', '😀']

describe('the name of a paper in an archive', () => {
  it('uses the folder of its first quarter, or its folders in the drive', () => {
    const papers = [paper('a', 'Budget.pdf'), paper('b', 'Notes', 'Old/2019')]
    const slots = [meetingSlot('a', 2026), meetingSlot('a', 2025)]
    expect([...paperNames({ papers, slots, agendas: [] }).values()]).toEqual([
      'papers/2025-Q4/Budget (version 1).pdf',
      'papers/Other papers/Old/2019/Notes (version 1)',
    ])
  })

  it('uses the day and the title of another meeting', () => {
    const meeting = '2026-11-12-finance'
    const slotIn = (of: string): ExportedSlot => {
      const slot = { kind: 'meeting', meeting: of, materialType: 'k1' } as const
      return { id: '', slot, name: '', active: true, documentId: of }
    }
    const agendas = [meeting, `${meeting}-2`].map((id) => ({ id, title: 'Finance: Q3', items: [] }))
    const ids = [meeting, `${meeting}-2`, '2026-09-30-grants']
    const papers = ids.map((id) => paper(id, 'Forecast.pdf'))
    expect([...paperNames({ papers, slots: ids.map(slotIn), agendas }).values()]).toEqual([
      'papers/2026-11-12 Finance_ Q3/Forecast (version 1).pdf',
      'papers/2026-11-12 Finance_ Q3 2/Forecast (version 1).pdf',
      'papers/2026-09-30-grants/Forecast (version 1).pdf',
    ])
  })

  it('stays unique on every file system', () => {
    const papers = [paper('a', 'Budget.pdf'), paper('b', 'BUDGET.PDF'), paper('c', 'Bu/dget.pdf')]
    const names = [...paperNames({ papers, slots: [], agendas: [] }).values()]
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(3)
  })

  it('never leads out of its folder, even with hostile names in the drive', () => {
    const parts = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '../../etc/passwd',
        'C:\\x',
        '/',
        'con',
        'aux.pdf',
        '\u202Efdp.exe',
      ),
      fc.string({ unit: fc.constantFrom(...letters), maxLength: 300 }),
    )
    const isSafe = (name: string, path: string) => {
      const [own = ''] = paperNames({
        papers: [paper('a', name, path)],
        slots: [],
        agendas: [],
      }).values()
      for (const part of own.split('/')) {
        // oxlint-disable-next-line no-control-regex -- no name may have these
        expect(part).not.toMatch(/^\.|^$|[\\:*?"<>|\u0000-\u001f]|[\s.]$/)
        expect(Buffer.byteLength(part)).toBeLessThan(255)
      }
    }
    fc.assert(fc.property(parts, parts, isSafe), { numRuns: 60 })
  })

  it('avoids names that Windows reserves', () => {
    expect([safeName('CON'), safeName('lpt1.txt'), safeName('conference')]).toEqual([
      '_CON',
      '_lpt1.txt',
      'conference',
    ])
  })
})
