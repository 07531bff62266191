import { randomUUID } from 'node:crypto'
import { getAgenda } from '@portal/contract/agendas'
import { invite } from '@portal/contract/guests'
import { choosePassword } from '@portal/contract/own-sign-in'
import { ofMeeting } from '@portal/contract/twins'
import { resetPassword } from '@portal/contract/users'
import type { Call } from '@portal/remote-kit/client'
import { committeeTitles, createCommitteeMeeting, dayFromNow } from './committee-meeting.ts'

/** A guest to be invited. Portals of journeys share their accounts, so each has an address of their own. */
export function newGuest() {
  return {
    name: 'Priya Raman',
    email: `priya.raman.${randomUUID()}@fernhollow.example`,
    password: 'a-lantern-by-the-lake',
  }
}

/** A committee's published meeting, a guest of one of its items, and the link to choose a password. */
export async function inviteToMeeting(call: Call) {
  const meeting = await createCommitteeMeeting(call, dayFromNow(2))
  const { items } = await call(ofMeeting(getAgenda), { params: { meeting } })
  const item = items.find(({ title }) => title === committeeTitles.item)!
  const guest = newGuest()
  const { name, email } = guest
  const { invitation, account: uid = '' } = await call(invite, {
    body: { who: { name, email }, meeting, items: [item.id], until: dayFromNow(3) },
  })
  const query = { as: 'link' as const }
  const { link = '' } = await call(resetPassword, { params: { uid }, query })
  return { meeting, invitation, uid, guest, link: new URL(link).hash }
}

/** The same for a guest who has chosen a password. */
export async function createGuest(call: Call) {
  const { link, ...made } = await inviteToMeeting(call)
  const { password } = made.guest
  await call(choosePassword, { body: { link: link.slice(1), password } })
  return made
}
