import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setAgendaStatus } from '@portal/contract/agendas'
import { addTerms, listTerms } from '@portal/contract/bodies'
import { getDirectoryEntry, linkAccount, saveDirectoryEntry } from '@portal/contract/directory'
import { listDocuments } from '@portal/contract/documents'
import { changeAssistant, invite, listGuests } from '@portal/contract/guests'
import { listMails } from '@portal/contract/mail'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import { createMeeting } from '@portal/contract/new-meetings'
import { choosePassword } from '@portal/contract/own-sign-in'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { ofMeeting } from '@portal/contract/twins'
import { createUser, resetPassword } from '@portal/contract/users'
import { type Day, dayAfter, todayIn, weekdayOf } from '@portal/domain/days'
import { momentAt, withOffset } from '@portal/domain/zone-time'
import type { Call } from '@portal/remote-kit/client'
import { newGuest } from './guest.ts'

const timeZone = 'America/Los_Angeles'
const password = 'violet-harbour-lantern'

export const roof = { title: 'The roof of the library', item: 'A new roof', paper: 'Survey' }

/** Weeks that begin on a coming Monday, so that every reminder falls on a working day. */
export function comingWeeks() {
  const today = todayIn(timeZone)
  const monday = dayAfter(today, ((7 + 1 - weekdayOf(today)) % 7) + 7)
  const day = (number: number): Day => dayAfter(monday, number)
  return {
    day,
    moment: (number: number, time: string) => momentAt(`${day(number)}T${time}`, timeZone)!,
    /** Such as `1 08`: the day of the weeks, and the hour. */
    hourOf(at: string): string {
      const local = withOffset(new Date(at), timeZone)
      return `${(Date.parse(local.slice(0, 10)) - Date.parse(monday)) / 86_400_000} ${local.slice(11, 13)}`
    },
  }
}

/** Gives people of the sample’s directory an account. Portals of journeys share their accounts: its address is new. */
export async function giveAccount(call: Call, entry: string) {
  const { name: displayName, revision } = await call(getDirectoryEntry, { params: { id: entry } })
  const person = { email: `${entry}-${crypto.randomUUID()}@larkspur.example`, password }
  const { uid } = await call(createUser, { body: { ...person, displayName } })
  await call(linkAccount, { params: { id: entry }, body: { account: uid }, revision })
  return person
}

export async function removeAddress(call: Call, entry: string): Promise<void> {
  const params = { id: entry }
  const { revision } = await call(getDirectoryEntry, { params })
  await call(saveDirectoryEntry, { params, form: { email: '' }, revision })
}

type Seat = { person: string; office: 'member' | 'observer' }

/** Gives people terms in the board on a day, in addition to the terms that they have in the sample. */
export async function seat(call: Call, seats: Seat[], day: Day): Promise<void> {
  const { terms } = await call(listTerms)
  const holds = ({ person }: Seat) =>
    terms.find((term) => term.person === person && term.body === 'board' && term.to! >= day)
  const missing = seats.filter((each) => !holds(each))
  const from = todayIn(timeZone)
  const added = missing.map(({ person, office }) => {
    const ends = terms.filter((term) => term.person === person && term.body === 'board')
    const last =
      ends
        .map(({ to = '' }) => to)
        .toSorted()
        .at(-1) ?? ''
    const begins = last < from ? from : dayAfter(last)
    return { person, office, body: 'board', voting: office === 'member', from: begins }
  })
  if (added.length > 0) await call(addTerms, { body: { terms: added } })
}

/** A published special meeting of the board about one item with a paper, which the treasurer presents. */
export async function createRoofMeeting(call: Call, date: Day): Promise<string> {
  const { id, revision } = await call(createMeeting, {
    body: {
      key: crypto.randomUUID(),
      body: 'board',
      kind: 'special',
      date,
      title: roof.title,
      time: '14:00',
      endTime: '15:00',
    },
  })
  await replacePaper(call, id, 0)
  const items = [
    {
      id: 'roof',
      title: roof.item,
      duration: 60,
      speaker: 'James Okafor',
      speakerId: 'james-okafor',
      papers: [{ materialType: 'k1' }],
    },
  ]
  const params = { meeting: id }
  const body = { status: 'published' as const, content: { items } }
  await call(ofMeeting(setAgendaStatus), { params, body, revision })
  const state = await call(ofMeeting(getPublication), { params })
  await call(ofMeeting(setPublication), {
    params,
    body: { state: 'published' },
    revision: state.revision ?? 'new',
  })
  return id
}

/** Shows the nth document of the sample as the item’s paper. */
export async function replacePaper(call: Call, meeting: string, nth: number): Promise<void> {
  const documents = await call(listDocuments)
  const papers = documents.filter(({ mime_type: type }) => type === 'application/pdf')
  const id = `meeting-${meeting}--k1`
  const { [id]: stored } = await call(listMappings, { query: { meeting } })
  const body = { documentId: papers[nth]!.id, title: roof.paper, order: 1 }
  await call(saveMapping, { params: { id }, body, revision: stored?.revision ?? 'new' })
}

/** A guest of the item, with a password. */
export async function inviteGuest(call: Call, meeting: string, until: Day) {
  const { name, email, password: own } = newGuest()
  const body = { who: { name, email }, meeting, items: ['roof'], until }
  const { account: uid = '' } = await call(invite, { body })
  const { link = '' } = await call(resetPassword, { params: { uid }, query: { as: 'link' } })
  await call(choosePassword, { body: { link: new URL(link).hash.slice(1), password: own } })
  return { uid, name, email, password: own }
}

/** Allows the sample’s assistant of the chair to reply for her. */
export async function letAssistantReply(call: Call): Promise<void> {
  const { assistants } = await call(listGuests)
  const { uid } = assistants.find(({ assists }) => assists.person === 'maria-lopez')!
  await call(changeAssistant, { params: { uid }, body: { mayReply: true } })
}

/** What has been mailed since a time: to whom, what, and when, in the order of time. */
export async function mailsSince(call: Call, since: Date) {
  const all: Awaited<ReturnType<typeof call<typeof listMails>>>['mails'] = []
  let after: string | undefined
  do {
    const page = await call(listMails, { query: { limit: '100', ...(after ? { after } : {}) } })
    all.push(...page.mails)
    after = page.next
  } while (after !== undefined)
  return all
    .filter(({ at }) => Date.parse(at) >= since.getTime())
    .toSorted((a, b) => a.at.localeCompare(b.at))
}

/** The text of the mails in the outbox folder to an address, as a mail program shows it. */
export function lettersTo(address: string, dataFolder: string): string[] {
  const folder = join(dataFolder, 'outbox')
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => new RegExp(`^To:[^\\n]*\\n?[^\\n]*${address}`, 'm').test(mail))
    .map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
}
