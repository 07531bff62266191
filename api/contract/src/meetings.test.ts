import { materialTypes } from '@portal/domain/slot-names'
import { describe, expect, it } from 'vitest'
import { copySlots, mapPapers } from './meetings.ts'

/** The slots of a quarter, and as many that newer versions have added. */
const known = Object.keys(materialTypes)
const types = [...known, ...known.map((type) => `newer-${type}`)]

describe('a quarter with slots that this version doesn’t know', () => {
  it('can be copied in one request', () => {
    const slots = types.map((materialType) => ({ materialType, revision: 1, target: 'new' }))
    const body = { from: { year: 2026, quarter: 4 }, slots }
    expect(copySlots.body.safeParse(body).error).toBeUndefined()
  })

  it('can be mapped in one request, and its outcomes read', () => {
    const papers = types.map((materialType) => ({ materialType, documentId: 'd', revision: 'new' }))
    expect(mapPapers.body.safeParse({ papers }).error).toBeUndefined()
    const outcomes = types.map((materialType) => ({
      materialType,
      documentId: 'd',
      outcome: 'mapped',
    }))
    expect(mapPapers.reply.safeParse({ papers: outcomes }).error).toBeUndefined()
  })
})
