import type { Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import type { noteSecondFactor } from '@portal/contract/second-factor'
import { recordChange } from '../audit/record-change.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore } from '../store/document-store.ts'
import type { Accounts } from './accounts.ts'
import type { SignIn } from './identity.ts'
import { revokeSessions } from './revoked-sessions.ts'
import { saveSecondFactor, type SecondFactors } from './second-factors.ts'

export type SecondFactorService = {
  /** Records the state of the person's account at the provider; a new factor ends the sign-ins before `current`. */
  note: (person: Person, current: SignIn) => Promise<Reply<typeof noteSecondFactor>>
  /** Repeating it changes nothing. */
  turnOff: (person: Person) => Promise<void>
  dismissNotice: (person: Person) => Promise<void>
}

type Parts = {
  store: DocumentStore
  accounts: Pick<Accounts, 'get' | 'removeSecondFactors'>
  secondFactors: Pick<SecondFactors, 'get'>
  isRequired: boolean
  now: () => Date
}

export function createSecondFactorService(parts: Parts): SecondFactorService {
  const { store, accounts, secondFactors, isRequired, now } = parts

  const save = (person: Person, isOn: boolean, current?: SignIn) =>
    store.transaction(async (transaction) => {
      const at = now()
      const { uid } = person
      const isChanged = await saveSecondFactor(transaction, uid, { isOn, at })
      if (!isChanged) return
      if (current) {
        const signInsBefore = current.signedInAt
        const revokedAt = at.toISOString()
        await revokeSessions(transaction, uid, { reason: 'revoked', signInsBefore, revokedAt })
      }
      const what = `second factor turned ${isOn ? 'on' : 'off'}`
      await recordChange(transaction, { at, by: person, what, subject: uid })
    })

  return {
    async note(person, current) {
      const account = await accounts.get(person.uid)
      const isOn = account?.hasSecondFactor ?? false
      await save(person, isOn, isOn ? current : undefined)
      const resetAt = secondFactors.get(person.uid)?.resetAt
      return { isOn, ...(resetAt === undefined ? {} : { resetAt }) }
    },
    async turnOff(person) {
      if (isRequired) {
        throw new Refusal(
          'conflict',
          'This portal asks everyone with a password for a code, so two-step sign-in can’t be turned off.',
        )
      }
      const { hasSecondFactor = false } = (await accounts.get(person.uid)) ?? {}
      // Recorded first, so that repeating the request completes it if recording the rest fails.
      if (hasSecondFactor) await save(person, true)
      await accounts.removeSecondFactors(person.uid)
      await save(person, false)
    },
    async dismissNotice({ uid }) {
      await store.transaction((transaction) =>
        saveSecondFactor(transaction, uid, { resetAt: undefined, at: now() }),
      )
    },
  }
}
