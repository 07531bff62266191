import { describe } from 'vitest'
import { mailKillSuite } from './mail-kill-suite.ts'

describe('sending by a process that is killed, at every point', () => {
  mailKillSuite({ kills: 200, mails: 12 })
})
