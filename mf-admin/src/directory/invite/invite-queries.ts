import { importPeople } from '@portal/contract/directory'
import { resetPassword } from '@portal/contract/users'
import { directoryKey } from '@portal/remote-kit/queries/directory'
import { personOverviewKey } from '../../shared/person-overview.ts'
import { useChange } from '../../shared/queries.ts'
import { dropCopy } from '../directory-queries.ts'

/** How many people are invited at once. */
export const invitedAtOnce = 50

export type InvitedPerson = {
  name: string
  email: string
  /** Their account, if they have one. */
  uid?: string | undefined
  /** Signs in with the provider of the foundation: no account is created. */
  withProvider: boolean
}

export type InvitationOutcome =
  | { kind: 'mailed' | 'provider' | 'notNeeded' }
  | { kind: 'link'; link: string; uid: string }
  | { kind: 'refused'; sentence: string }

/** What became of each person, by address. */
export type InvitationOutcomes = ReadonlyMap<string, InvitationOutcome>

type Invite = {
  people: InvitedPerson[]
  /** Called with all outcomes so far after each person. */
  onProgress: (outcomes: InvitationOutcomes) => void
}

/**
 * Invites people one after the other: creates the account that is missing, with a password that nobody knows, and lets
 * its owner choose their own. If a request fails, inviting the same people again completes it: a person's account is
 * found by their address.
 */
export function useInvite() {
  return useChange(
    async (call, { people, onProgress }: Invite) => {
      const outcomes = new Map<string, InvitationOutcome>()
      for (const person of people) {
        outcomes.set(person.email, await invite(person))
        onProgress(new Map(outcomes))
      }

      async function invite(person: InvitedPerson): Promise<InvitationOutcome> {
        const { name, email, withProvider } = person
        if (withProvider) return { kind: 'provider' }
        let { uid } = person
        if (uid === undefined) {
          const body = { people: [{ name, email }], accounts: true }
          const [outcome] = (await dropCopy(call(importPeople, { body }))).people
          if (outcome?.refusal !== undefined) return { kind: 'refused', sentence: outcome.refusal }
          if (outcome?.uid === undefined || !outcome.mayBeInvited) return { kind: 'notNeeded' }
          uid = outcome.uid
        }
        const { link } = await call(resetPassword, { params: { uid } })
        return link === undefined ? { kind: 'mailed' } : { kind: 'link', link, uid }
      }
    },
    { stale: [personOverviewKey, ['admin', 'users']], staleShared: [directoryKey] },
  )
}
