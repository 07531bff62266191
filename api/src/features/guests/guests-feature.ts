import {
  addAssistant,
  changeAssistant,
  changeInvitation,
  endAssistant,
  endGuest,
  endInvitation,
  invite,
  listGuests,
  listOwnAssistants,
  makeMember,
} from '@portal/contract/guests'
import { listOwnMeetings } from '@portal/contract/own-meetings'
import type { AppParts } from '../../platform/app-parts.ts'
import type { Authentication } from '../../platform/http/authentication.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../../platform/identity/accounts.ts'
import type { AgendasInMemory, NamingByInvitation } from '../agendas/agendas-feature.ts'
import type { Directory } from '../directory/directory-feature.ts'
import type { AgendaSlotsService, MappingsInMemory } from '../mappings/mappings-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import { createAssistantsService } from './assistants-service.ts'
import type { InvitationsInMemory } from './invitations-in-memory.ts'
import { createInvitationsService } from './invitations-service.ts'
import { createMeetingItems } from './meeting-items.ts'
import { createOwnMeetingsService } from './own-meetings-service.ts'
import { createOutsiderAccounts } from './outsider-accounts.ts'

export {
  createInvitationsInMemory,
  invitationsOf,
  type InvitationsInMemory,
} from './invitations-in-memory.ts'
export { forgetOutsiders } from './outsider-accounts.ts'

type Parts = {
  accounts: Accounts
  /** Creates an account that is in the audit. */
  createAccount: Parameters<typeof createOutsiderAccounts>[0]['create']
  lists: Authentication['lists']
  invitations: InvitationsInMemory
  directory: Directory
  agendasInMemory: AgendasInMemory
  inMemory: MappingsInMemory
  slots: AgendaSlotsService
  visibility: VisibilityService
  nameByInvitation: NamingByInvitation
  bodies: { all: () => { id: string; name: string }[] }
  calendar: Parameters<typeof createOwnMeetingsService>[0]['calendar']
}

/** Guests of meetings and assistants of people: their accounts, and what guests are invited to. */
export function createGuests({ store, settings, now }: AppParts, parts: Parts) {
  const { lists, createAccount: create, visibility } = parts
  const { agendasInMemory: agendas, inMemory: mappings } = parts
  const outsiders = createOutsiderAccounts({ ...parts, ...lists, create, store, now })
  const people = createAssistantsService({ ...parts, ...lists, outsiders })
  const invitations = createInvitationsService({
    ...parts,
    ...lists,
    outsiders,
    meetings: createMeetingItems({ agendas, mappings, visibility }),
    store,
    timeZone: settings.foundation.timeZone,
    now,
  })
  const ownMeetings = createOwnMeetingsService({
    ...parts,
    timeZone: settings.foundation.timeZone,
    now,
  })
  return {
    ready: parts.invitations.ready,
    ownMeetings,
    routes(serve: Serve) {
      serve(listGuests, async ({ person }) => ({
        ...(await people.all(person)),
        invitations: invitations.list(person),
      }))
      serve(listOwnMeetings, ({ person }) => ownMeetings(person))
      serve(invite, ({ person, body }) => invitations.invite(person, body))
      serve(changeInvitation, ({ person, params, body, revision }) =>
        invitations.change(person, params.id, body, revision),
      )
      serve(endInvitation, async ({ person, params }) => {
        await invitations.end(person, params.id)
        return undefined
      })
      serve(endGuest, async ({ person, params }) => {
        await invitations.endGuest(person, params.uid)
        return undefined
      })
      serve(makeMember, async ({ person, params }) => {
        await invitations.makeMember(person, params.uid)
        return undefined
      })
      serve(addAssistant, ({ person, body }) => people.add(person, body))
      serve(listOwnAssistants, ({ person }) => people.own(person))
      serve(changeAssistant, ({ person, params, body }) =>
        people.change(person, params.uid, body.mayReply),
      )
      serve(endAssistant, async ({ person, params }) => {
        await people.end(person, params.uid)
        return undefined
      })
    },
  }
}
