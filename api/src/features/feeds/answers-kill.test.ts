import { describe } from 'vitest'
import { answersKillSuite } from './answers-kill-suite.ts'

describe('reading calendars’ answers by a process that is killed', () => {
  answersKillSuite({ kills: 1 })
})
