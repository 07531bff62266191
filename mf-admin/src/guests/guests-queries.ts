import { getAgenda } from '@portal/contract/agendas'
import { listMeetings } from '@portal/contract/all-meetings'
import type { CallInput, Reply } from '@portal/contract/endpoint'
import {
  addAssistant,
  type Assistant,
  changeAssistant,
  changeInvitation,
  endAssistant,
  endGuest,
  endInvitation,
  type Invitation,
  invite,
  type listGuests,
  makeMember,
} from '@portal/contract/guests'
import { ofMeeting } from '@portal/contract/twins'
import type { Call } from '@portal/remote-kit/client'
import { errorMessage } from '../shared/api-errors.ts'
import { guestsKey } from '../shared/guests-query.ts'
import { adminQuery, useChange } from '../shared/queries.ts'

export type KnownGuests = Reply<typeof listGuests>
export type Invite = CallInput<typeof invite>['body']

/** The meetings from a day on. */
export function meetingsToComeQuery(call: Call, from: string) {
  return adminQuery(call, listMeetings, ['admin', 'meetings-to-come', from], { query: { from } })
}

/** The agenda of a meeting, by its id, with the items that somebody can be invited to. */
export function agendaOfMeetingQuery(call: Call, meeting: string) {
  return adminQuery(call, ofMeeting(getAgenda), ['admin', 'agenda-of-meeting', meeting], {
    params: { meeting },
  })
}

const refetched = { stale: [guestsKey], waits: true }

export function useInvite() {
  return useChange((call, body: Invite) => call(invite, { body }), refetched)
}

export function useChangeInvitation() {
  return useChange(
    (
      call,
      {
        id,
        revision,
        ...body
      }: Pick<Invite, 'items' | 'until'> & Pick<Invitation, 'id' | 'revision'>,
    ) => call(changeInvitation, { params: { id }, body, revision }),
    refetched,
  )
}

export function useEndInvitation() {
  return useChange((call, { id }: Invitation) => call(endInvitation, { params: { id } }), refetched)
}

export function useAddAssistant() {
  return useChange(
    (call, body: CallInput<typeof addAssistant>['body']) => call(addAssistant, { body }),
    refetched,
  )
}

export function useChangeAssistant() {
  return useChange(
    (call, { uid, mayReply }: Pick<Assistant, 'uid' | 'mayReply'>) =>
      call(changeAssistant, { params: { uid }, body: { mayReply } }),
    refetched,
  )
}

/** Ends a guest’s or an assistant’s access. */
export function useEndAccount() {
  return useChange(
    (call, { uid, kind }: { uid: string; kind: 'guest' | 'assistant' }) =>
      call(kind === 'guest' ? endGuest : endAssistant, { params: { uid } }),
    refetched,
  )
}

/** The account is a member’s then: lists of members and the directory change with it. */
export function useMakeMember() {
  return useChange((call, { uid }: { uid: string }) => call(makeMember, { params: { uid } }), {
    stale: 'everything',
    waits: true,
  })
}

/** Why a change failed. */
export function guestsFailure(error: unknown): string {
  return errorMessage(error) ?? 'This could not be saved. Please try again.'
}
