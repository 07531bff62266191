import { expect, it } from 'vitest'
import { shownReading } from './shown-reading.ts'

const readAt = '2026-11-03T09:00:00.000Z'
const words = [110, 110]
const recordOf = (version: number, seconds: number[], isMarked?: boolean) => ({
  uid: 'maria',
  documentId: 'budget',
  versions: [{ version, seconds, readAt, ...(isMarked === undefined ? {} : { isMarked }) }],
})

it('says which version was read, while a newer one is unread', () => {
  const read = recordOf(1, [30, 30])
  expect(shownReading(read, { version: 1 }, words)).toMatchObject({ isRead: true, unreadWords: 0 })
  expect(shownReading(read, { version: 2 }, words)).toEqual({
    version: 1,
    readAt,
    pages: [1, 2],
    isRead: false,
    earlier: { version: 1, readAt },
    unreadWords: 220,
  })
})

it('remembers the version before while the newer one is being read', () => {
  const [newer, older] = [recordOf(2, [30]).versions[0]!, recordOf(1, [30, 30]).versions[0]!]
  const record = { ...recordOf(2, []), versions: [newer, older] }
  expect(shownReading(record, { version: 2 }, words)).toMatchObject({
    version: 2,
    pages: [1],
    earlier: { version: 1 },
  })
})

it('shows what was read of the shown version when newer ones were withdrawn', () => {
  const [newer, older] = [recordOf(3, [30]).versions[0]!, recordOf(1, [30, 30]).versions[0]!]
  const record = { ...recordOf(3, []), versions: [newer, older] }
  expect(shownReading(record, { version: 1 }, words)).toEqual({
    version: 1,
    readAt,
    pages: [1, 2],
    isRead: true,
    unreadWords: 0,
  })
  expect(shownReading(recordOf(3, [30]), { version: 2 }, words)).toEqual({
    pages: [],
    isRead: false,
    unreadWords: 220,
  })
})

it('counts the pages of a paper without text by its number of pages', () => {
  expect(shownReading(recordOf(1, [5, 5]), { pages: 2 }, undefined).isRead).toBe(true)
  expect(shownReading(recordOf(1, [5, 0]), { pages: 2 }, undefined).isRead).toBe(false)
  expect(shownReading(recordOf(1, [5]), {}, undefined)).toEqual({
    version: 1,
    readAt,
    pages: [1],
    isRead: false,
  })
})

it('follows a mark by hand, until pages are read after “unread”', () => {
  expect(shownReading(recordOf(1, [], true), {}, words).isRead).toBe(true)
  expect(shownReading(recordOf(1, [], false), {}, words).isRead).toBe(false)
  expect(shownReading(recordOf(1, [30, 30], false), {}, words).isRead).toBe(true)
})
