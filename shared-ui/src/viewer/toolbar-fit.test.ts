import { describe, expect, it } from 'vitest'
import { fitTools } from './toolbar-fit.ts'

describe('the toolbar', () => {
  it('keeps zoom and search on a phone, even with page margins', () => {
    const { shown, words } = fitTools(356 / 16, { hasNotes: true })
    expect([...shown]).toEqual(expect.arrayContaining(['zoom', 'search']))
    expect(shown.has('rotate')).toBe(false)
    expect(words.size).toBe(0)
  })

  it('shows all tools if there is room, and labels if there is more', () => {
    const withoutNotes = { hasNotes: false }
    expect(fitTools(50, withoutNotes).shown.size).toBe(11)
    expect(fitTools(50, withoutNotes).words.size).toBe(0)
    expect(fitTools(76, withoutNotes).words.has('search')).toBe(true)
    expect(fitTools(54, { hasNotes: true }).shown.size).toBe(12)
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
