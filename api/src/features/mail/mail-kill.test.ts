import { describe } from 'vitest'
import { mailKillSuite } from './mail-kill-suite.ts'

describe('sending by a process that is killed', () => {
  mailKillSuite({ kills: 2, mails: 4 })
})
