import type { CallInput } from '@portal/contract/endpoint'
import type { OwnNotices as Shown, saveOwnNotices } from '@portal/contract/notices'
import type { Person } from '@portal/contract/portal'
import type { NoticeClock } from '@portal/domain/notice-times'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import type { MailService } from '../mail/mail-feature.ts'
import {
  firstChoices,
  noticeChoicesCollection,
  type StoredChoices,
  waiversCollection,
} from './stored-notices.ts'

type Choices = CallInput<typeof saveOwnNotices>['body']

type Parts = {
  store: DocumentStore
  mail: Pick<MailService, 'onSince' | 'unsubscribedFrom' | 'subscribe'>
  /** Names a person in notices: their entry of the directory, or their account. */
  personOf: (caller: Person) => string
  addressOf: (person: string, caller: Person) => string | undefined
  clock: NoticeClock
}

export type OwnNotices = ReturnType<typeof createOwnNotices>

/** How each person wants to be written to. Nobody else sees or changes it, and it isn't in the audit. */
export function createOwnNotices({ store, mail, personOf, addressOf, clock }: Parts) {
  const choices = noticeChoicesCollection.hot(store, undefined, 'choices of people')

  /** With what they unsubscribed from by a link in a mail. */
  const choicesOf = (person: string): StoredChoices => {
    const {
      id: _,
      revision: _revision,
      updatedAt: _at,
      ...stored
    } = choices.get(person) ?? {
      ...firstChoices,
      id: '',
      revision: 0,
      updatedAt: '',
    }
    const off = mail.unsubscribedFrom(person)
    return {
      ...stored,
      ...(off.includes('digest') ? { frequency: 'remindersOnly' as const } : {}),
      ...(off.includes('reminder') ? { reminders: false } : {}),
    }
  }

  const shown = async (caller: Person, own: StoredChoices): Promise<Shown> => {
    const address = addressOf(personOf(caller), caller)
    return {
      choices: own,
      isOn: (await mail.onSince()) !== null,
      ...(address === undefined ? {} : { address }),
      dailyAt: clock.dailyAt,
      quiet: clock.quiet,
      reminderDays: [...clock.reminderDays],
    }
  }

  return {
    ready: choices.ready,
    choicesOf,
    get: (caller: Person) => shown(caller, choicesOf(personOf(caller))),
    async save(caller: Person, sent: Choices): Promise<Shown> {
      const person = personOf(caller)
      await store.transaction(async (transaction) => {
        const records = noticeChoicesCollection.in(transaction)
        const current = await records.find(person)
        await mail.subscribe(transaction, person, ['digest', 'reminder'])
        if (current && isSameBody(bodyOf(current), sent)) return
        await records.put(person, sent, current)
      })
      return shown(caller, sent)
    },
  }
}

/** A person's choices, for their own copy of their data. */
export async function noticeChoicesOf(
  store: StoreOperations,
  person: string,
): Promise<StoredChoices | undefined> {
  const found = await noticeChoicesCollection.in(store).find(person)
  return found && (bodyOf(found) as StoredChoices)
}

/** The meetings whose notice a person has waived, by their keys, for their own copy of their data. */
export async function waiversOf(
  store: StoreOperations,
  person: string,
): Promise<{ meeting: string; at: string }[]> {
  const { documents } = await waiversCollection.in(store).list({ where: { person } })
  return documents.map(({ meeting, at }) => ({ meeting, at }))
}
