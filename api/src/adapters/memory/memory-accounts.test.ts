import { randomUUID } from 'node:crypto'
import { accountsSuite } from '../../platform/identity/accounts-suite.ts'
import { memoryAccounts } from './memory-accounts.ts'

accountsSuite('in memory', async () => {
  const accounts = memoryAccounts()
  return {
    accounts,
    async signInByGoogle(email, displayName) {
      const uid = randomUUID()
      accounts.put({ uid, email, displayName })
      return uid
    },
    async setUpSecondFactor({ uid }) {
      accounts.put({ ...accounts.known(uid), hasSecondFactor: true })
    },
    async addMany(count) {
      for (let at = 0; at < count; at += 1) {
        accounts.put({ uid: `many-${at}`, email: `many-${at}@larkspur.example` })
      }
    },
  }
})
