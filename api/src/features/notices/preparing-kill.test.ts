import { describe } from 'vitest'
import { preparingKillSuite } from './preparing-kill-suite.ts'

describe('preparing notices on two instances, one of which ends', () => {
  preparingKillSuite({ kills: 1 })
})
