import { expect, it } from 'vitest'
import { mayFollow, meetingStages, stageOf } from './meeting-stages.ts'

it('derives the stage of old data from the date', () => {
  expect(stageOf({ date: '2026-11-12' }, '2026-11-11')).toBe('planned')
  expect(stageOf({ date: '2026-11-12' }, '2026-11-12')).toBe('planned')
  expect(stageOf({ date: '2026-11-12' }, '2026-11-13')).toBe('held')
  expect(stageOf({}, '2026-11-13')).toBe('planned')
})

it('keeps a stored stage, regardless of the date', () => {
  expect(stageOf({ stage: 'cancelled', date: '2020-01-01' }, '2026-11-13')).toBe('cancelled')
})

it('cancels a meeting only before it has begun', () => {
  const cancels = meetingStages.filter((stage) => mayFollow(stage, 'cancelled'))
  expect(cancels).toEqual(['planned', 'called'])
})

it('takes back a cancellation, and nothing else from there', () => {
  expect(meetingStages.filter((stage) => mayFollow('cancelled', stage))).toEqual(['planned'])
})
