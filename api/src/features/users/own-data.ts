import { type OwnData, ownDataEntries } from '@portal/contract/own-data'
import { entriesAbout, recordChange } from '../../platform/audit/record-change.ts'
import { ownFeedOf } from '../../platform/identity/feed-addresses.ts'
import { recordedSignIns } from '../../platform/identity/sign-ins.ts'
import { lastVisitOf } from '../../platform/identity/visits.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import { termsOf } from '../bodies/bodies-feature.ts'
import { accountAtAddress, entryOfAccount } from '../directory/directory-feature.ts'
import { calendarInvitationsOf } from '../feeds/feeds-feature.ts'
import { invitationsOf } from '../guests/guests-feature.ts'
import { noticeChoicesOf, waiversOf } from '../notices/notices-feature.ts'
import { mailsOf } from '../mail/mail-feature.ts'
import { keptNotesOf } from '../notes/notes-feature.ts'
import { questionsBy } from '../questions/questions-feature.ts'
import { keptReadingOf } from '../reading/reading-feature.ts'
import { repliesOf } from '../replies/replies-feature.ts'

/**
 * What the portal has about a person, apart from their notes and reading. The audit's values before and after are left
 * out: they are the foundation's, and other people's.
 */
export async function ownDataOf(
  store: StoreOperations,
  { uid, email }: { uid: string; email: string },
): Promise<OwnData> {
  const entry = await entryOfAccount(store, uid)
  const lastVisitAt = await lastVisitOf(store, uid)
  const terms = entry ? await termsOf(store, entry.id) : []
  const invitations = await invitationsOf(store, entry?.id ?? uid)
  const replies = await repliesOf(store, [uid, ...(entry ? [entry.id] : [])])
  const person = entry?.id ?? uid
  const notices = await noticeChoicesOf(store, person)
  const waivedNotices = await waiversOf(store, person)
  const { questions, flags } = await questionsBy(store, uid)
  const feed = await ownFeedOf(store, uid)
  const subjects = [uid, ...(entry ? [entry.id] : [])]
  const calendarInvitations = await calendarInvitationsOf(store, subjects)
  const mails = (await mailsOf(store, subjects)).slice(0, ownDataEntries)
  return {
    uid,
    email,
    ...(feed ? { feed } : {}),
    ...(entry ? { entry } : {}),
    ...(terms.length > 0 ? { terms } : {}),
    ...(invitations.length > 0 ? { invitations } : {}),
    ...(replies.length > 0 ? { replies } : {}),
    ...(notices ? { notices } : {}),
    ...(waivedNotices.length > 0 ? { waivedNotices } : {}),
    ...(questions.length > 0 ? { questions } : {}),
    ...(flags.length > 0 ? { flags } : {}),
    ...(mails.length > 0 ? { mails } : {}),
    ...(calendarInvitations.length > 0 ? { calendarInvitations } : {}),
    signIns: await recordedSignIns(store, uid),
    ...(lastVisitAt === undefined ? {} : { lastVisitAt }),
    ...(await entriesAbout(store, { uid, who: email, subjects, most: ownDataEntries })),
  }
}

/**
 * Everything that the store has about a person who can't sign in, with their notes and reading, for an operator to hand
 * over to them. `who` is the account's uid, or the address of the entry that is linked to it. The audit records it.
 */
export async function personalDataOf(
  store: DocumentStore,
  { who, at }: { who: string; at: Date },
): Promise<object> {
  const uid = (await accountAtAddress(store, who)) ?? who
  const email = (await entryOfAccount(store, uid))?.email ?? who
  const data = await ownDataOf(store, { uid, email })
  const notes = await keptNotesOf(store, uid)
  const reading = await keptReadingOf(store, uid)
  const { entry, signIns, changes } = data
  if (!entry && signIns.length + changes.length + notes.length + reading.papers.length === 0) {
    throw new Refusal(
      'notFound',
      `Nobody is found for ${who}. Give the account’s id, which is the last part of the address of the person’s page.`,
    )
  }
  await store.transaction((transaction) =>
    recordChange(transaction, {
      at,
      by: { portal: 'operator' },
      what: 'personal data exported',
      subject: uid,
    }),
  )
  return { ...data, reading, notes }
}
