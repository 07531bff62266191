import { expect, it } from 'vitest'
import { isSameTime, movedSentence, replyTo } from './replies.ts'

const given = { date: '2026-11-12', time: '09:00', endTime: '12:00' }

it('keeps a reply while the meeting is at the time that it was given for, however that is written', () => {
  expect(replyTo({ answer: 'video', given }, { ...given, time: '9:00' })).toEqual({
    answer: 'video',
  })
})

it('asks again when the day, the start or the end is another', () => {
  for (const moved of [{ date: '2026-11-13' }, { time: '10:00' }, { endTime: '12:30' }]) {
    const answered = { answer: 'video', given } as const
    expect(replyTo(answered, { ...given, ...moved })).toEqual({ movedFrom: given })
  }
})

it('keeps a reply to a meeting that is back at its first time', () => {
  expect(replyTo({ answer: 'video', given }, { ...given })).toEqual({ answer: 'video' })
  expect(replyTo(undefined, given)).toEqual({})
})

it('compares times that aren’t times of day as they are written', () => {
  expect(isSameTime({ ...given, endTime: 'noon' }, { ...given, endTime: ' noon' })).toBe(true)
  expect(isSameTime({ ...given, endTime: 'noon' }, { ...given, endTime: 'later' })).toBe(false)
})

it('says how a meeting moved, on the same day and to another', () => {
  expect(movedSentence(given, { ...given, time: '10:00', endTime: '13:00' })).toBe(
    'The meeting moved from 9:00 AM – 12:00 PM to 10:00 AM – 1:00 PM on Thursday 12 November 2026. Please reply again.',
  )
  expect(movedSentence(given, { ...given, date: '2026-11-19' })).toBe(
    'The meeting moved from Thursday 12 November 2026, 9:00 AM – 12:00 PM to Thursday 19 November 2026, 9:00 AM – 12:00 PM. Please reply again.',
  )
})
