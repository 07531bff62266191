import { expect, it } from 'vitest'
import { readPaperName } from './paper-name.ts'
import { slotsNamedBy } from './paper-slots.ts'
import { holdsAnyPaper, isOptional, slotName, slotsOfQuarter } from './slot-names.ts'

const slots = slotsOfQuarter({ year: 2027, quarter: 1 })

it.each(slots)('finds the slot $materialType by its own name', (slot) => {
  const named = slotsNamedBy(readPaperName(`${slotName(slot)} Q1 2027.pdf`))
  expect(named.slots).toEqual([slot.materialType])
})

it('lets a quarter leave out every slot for any paper', () => {
  expect(slots.filter(holdsAnyPaper).every(isOptional)).toBe(true)
})
