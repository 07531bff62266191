import { describe, expect, it } from 'vitest'
import { fitTools } from './toolbar-fit.ts'

describe('the toolbar', () => {
  const needed = ['notes', 'search', 'contents', 'print']

  it('keeps notes, search and contents on a phone, even with page margins', () => {
    const { shown, words } = fitTools(356 / 16, { hasNotes: true })
    expect([...shown]).toEqual(['notes', 'search', 'contents'])
    expect(words.size).toBe(0)
  })

  it('has words for what readers need on a tablet, before it shows other tools', () => {
    const { shown, words } = fitTools(818 / 16, { hasNotes: true })
    expect([...words]).toEqual(needed)
    expect([...shown]).toEqual(expect.arrayContaining([...needed, 'zoom']))
    expect([...fitTools(38, { hasNotes: true }).shown]).toEqual(needed)
  })

  it('shows no more tools at a larger text size', () => {
    const at = (size: number) => fitTools(834 / size, { hasNotes: true }).shown.size
    expect(at(20)).toBeLessThanOrEqual(at(16))
    expect(at(24)).toBeLessThanOrEqual(at(20))
  })

  it('shows all tools if there is room, and their labels if there is more', () => {
    expect(fitTools(64, { hasNotes: false }).shown.size).toBe(11)
    expect(fitTools(70, { hasNotes: true }).shown.size).toBe(12)
    expect(fitTools(100, { hasNotes: true }).words.has('download')).toBe(true)
    const withMenu = fitTools(67, { hasNotes: true, hasMenu: true })
    expect(withMenu.shown.size + withMenu.words.size).toBeLessThan(
      fitTools(67, { hasNotes: true }).shown.size + fitTools(67, { hasNotes: true }).words.size,
    )
  })

  it.each([true, false])(
    'never shows fewer tools in a wider space (with notes: %s)',
    (hasNotes) => {
      let before = 0
      for (let width = 0; width < 100; width += 0.5) {
        const { shown, words } = fitTools(width, { hasNotes })
        expect(shown.size + words.size).toBeGreaterThanOrEqual(before)
        before = shown.size + words.size
      }
    },
  )
})
