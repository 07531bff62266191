import type { CallInput, Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import {
  type answerQuestion,
  type askQuestion,
  type changeQuestion,
  type getQuestionPlace,
  type Question,
  questionLimits,
  type Questions,
} from '@portal/contract/questions'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import {
  mayAnswerQuestion,
  maySeeAnswer,
  maySeeQuestion,
  type QuestionAct,
  questionAfter,
  takesQuestions,
} from '@portal/domain/question-rules'
import { recordChange, refuseOvertaken } from '../../platform/audit/record-change.ts'
import type { DocumentStore, Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import type { AgendasInMemory } from '../agendas/agendas-feature.ts'
import { stageOfStored } from '../agendas/agendas-feature.ts'
import type { DocumentsService } from '../documents/documents-feature.ts'
import type { Notes } from '../notes/notes-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import { dayOf } from '@portal/domain/days'
import type { NoticeEvent } from '../notices/notices-feature.ts'
import { answeredSubject } from './answer-notices.ts'
import type { ItemFlags } from './item-flags.ts'
import type { QuestionParties } from './question-parties.ts'
import type { QuestionPlace, QuestionPlaces } from './question-places.ts'
import { questionsCollection, type StoredQuestion } from './stored-questions.ts'

type Parts = {
  store: DocumentStore
  agendasInMemory: Pick<AgendasInMemory, 'get'>
  documents: Pick<DocumentsService, 'some' | 'isHidden'>
  notes: Pick<Notes, 'placePassage'>
  notices: { record: (transaction: StoreOperations, event: NoticeEvent) => Promise<void> }
  places: QuestionPlaces
  parties: QuestionParties
  flags: ItemFlags
  visibility: Pick<VisibilityService, 'meetingOf' | 'mayReadMeeting'>
  timeZone: string
  now: () => Date
}

type Kept = Stored<StoredQuestion>
type Party = ReturnType<QuestionParties['of']>
/** What is needed to decide about the questions of one meeting for one person. */
type Session = {
  person: Person
  meeting: MeetingRef
  key: string
  places: ReturnType<QuestionPlaces['of']>
  party: Party
}

export function createQuestionsService(parts: Parts) {
  const { store, agendasInMemory, documents, notes, notices, places, parties, flags, visibility } =
    parts
  const { timeZone, now } = parts

  const open = (person: Person, meeting: MeetingRef): Session => {
    const party = parties.of(person, meeting)
    if (!visibility.mayReadMeeting(party.reader, meeting)) {
      throw new Refusal('notFound', 'Meeting not found')
    }
    const { key } = visibility.meetingOf(meeting)
    return { person, meeting, key, places: places.of(meeting), party }
  }
  const placeOf = ({ places: all }: Session, { item, slot }: StoredQuestion): QuestionPlace =>
    item === undefined ? all.get('slot', slot ?? '') : all.get('item', item)

  const shown = (session: Session, stored: Kept): Question | undefined => {
    const { person, party } = session
    const place = placeOf(session, stored)
    const to = party.to(place, stored)
    if (!maySeeQuestion(stored, to)) return undefined
    const presenter = parties.presenterOf(place)
    const name = presenter === undefined ? undefined : parties.nameOfEntry(presenter)
    const { id, item, slot, text, audience, state, askedAt, changedAt, revision } = stored
    const answers = stored.answers.flatMap(({ uid, name: by, ...answer }) => {
      const isOwn = party.isOneself && uid === person.uid
      if (!maySeeAnswer({ ...answer, isOwn }, stored, to)) return []
      return [{ ...answer, by, ...(isOwn ? { isOwn: true as const } : {}) }]
    })
    return {
      id,
      ...(item === undefined ? {} : { item }),
      ...(slot === undefined ? {} : { slot }),
      ...passageOf(person, stored),
      asker: stored.name,
      ...(to.isAsker ? { isOwn: true as const } : {}),
      text,
      audience,
      state,
      ...(name === undefined ? {} : { goesTo: name }),
      askedAt,
      ...(changedAt === undefined ? {} : { changedAt }),
      answers,
      ...(mayAnswerQuestion(stored, to) ? { mayAnswer: true as const } : {}),
      revision,
    }
  }

  /** The quotation of a paper that the reader may not read is hidden, with its name. */
  const passageOf = (person: Person, { passage }: StoredQuestion) => {
    if (!passage) return {}
    if (!documents.some(person, [passage.documentId]).has(passage.documentId)) {
      return { passageHidden: true as const }
    }
    return { passage }
  }

  const questionsOf = async (key: string, within: StoreOperations = store): Promise<Kept[]> => {
    const query = { where: { meeting: key }, limit: questionLimits.perMeeting }
    return (await questionsCollection.in(within).findAll(query)).documents
  }

  const list = async (
    person: Person,
    meeting: MeetingRef,
    after: string | undefined,
  ): Promise<Questions> => {
    const party = parties.of(person, meeting)
    // As for a quarter without anything, so that nobody learns of one in preparation.
    if (!visibility.mayReadMeeting(party.reader, meeting)) {
      const leads = party.isChair || party.isStaff
      return { questions: [], flags: [], mayAsk: [], mayFlag: [], presenters: {}, leads }
    }
    const session = open(person, meeting)
    const isOpen = isTaking(meeting)
    const readable = session.places.all.filter(({ mayRead }) => mayRead(party.reader))
    const askable = readable.filter(
      (place) => place.isPublished && isOpen && party.mayAsk && takesQuestions(place),
    )
    const [stored, flagged] = await Promise.all([
      questionsOf(session.key),
      flags.list(store, session.key, session.places.all, party, person),
    ])
    const all = stored
      .map((each) => ({ stored: each, order: placeOf(session, each).order }))
      .toSorted(
        (a, b) =>
          a.order - b.order ||
          a.stored.askedAt.localeCompare(b.stored.askedAt) ||
          a.stored.id.localeCompare(b.stored.id),
      )
      .flatMap((each) => shown(session, each.stored) ?? [])
    const first = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
    const page = pageFrom(all.slice(first))
    const presenters = askable.flatMap((place) => {
      const presenter = parties.presenterOf(place)
      const name = presenter === undefined ? undefined : parties.nameOfEntry(presenter)
      return name === undefined ? [] : [[place.id, name] as const]
    })
    return {
      questions: page,
      flags: flagged,
      mayAsk: askable.map(({ id }) => id),
      mayFlag: party.mayFlag ? flags.flaggable(askable).map(({ id }) => id) : [],
      presenters: Object.fromEntries(presenters),
      leads: party.isChair || party.isStaff,
      ...(first + page.length < all.length ? { next: page.at(-1)!.id } : {}),
    }
  }

  /** A cancelled or closed meeting takes none. */
  const isTaking = (meeting: MeetingRef) => {
    const record = agendasInMemory.get(meeting)
    if (!record) return true
    const stage = stageOfStored(record, dayOf(now(), timeZone))
    return stage !== 'cancelled' && stage !== 'closed'
  }

  const mustTakeQuestions = (meeting: MeetingRef) => {
    if (isTaking(meeting)) return
    throw new Refusal('conflict', 'This meeting takes no more questions.')
  }

  /** A question that the person sees; for everybody else it doesn't exist. */
  const found = async (
    within: StoreOperations,
    session: Session,
    id: string,
  ): Promise<{ stored: Kept; question: Question }> => {
    const stored = await questionsCollection.in(within).find(id)
    const question = stored?.meeting === session.key ? shown(session, stored) : undefined
    if (!stored || !question) throw notFound()
    return { stored, question }
  }
  const own = async (within: StoreOperations, session: Session, id: string) => {
    const both = await found(within, session, id)
    if (!both.question.isOwn) throw new Refusal('forbidden', 'Only who asked may do this.')
    return both
  }
  const stateAfter = ({ state }: StoredQuestion, act: QuestionAct) => {
    const after = questionAfter(state, act)
    if ('fault' in after) throw new Refusal('conflict', after.fault)
    return after.state
  }

  /** The audit has that it happened, and nothing that only some people may read. */
  const record = (transaction: StoreOperations, by: Person, what: string, stored: Kept) =>
    recordChange(transaction, {
      at: now(),
      by,
      what,
      subject: stored.id,
      after: { name: 'A question', meeting: stored.meeting },
    })

  return {
    list,

    /** Every page; for those who report about questions. */
    async all(person: Person, meeting: MeetingRef): Promise<Question[]> {
      const session = open(person, meeting)
      return (await questionsOf(session.key)).flatMap((stored) => shown(session, stored) ?? [])
    },

    async ask(
      person: Person,
      meeting: MeetingRef,
      { id, item, slot, passage, text, audience }: CallInput<typeof askQuestion>['body'],
    ): Promise<Question> {
      const session = open(person, meeting)
      const { party, key } = session
      const kind = item === undefined ? 'slot' : 'item'
      const place = session.places.find(kind, item ?? slot ?? '')
      if (!place?.isPublished || !place.mayRead(party.reader)) {
        throw new Refusal('notFound', 'This item is no longer in the agenda.')
      }
      if (!party.mayAsk) throw new Refusal('forbidden', 'Assistants don’t ask questions here.')
      if (!takesQuestions(place)) throw new Refusal('conflict', 'A break takes no questions.')
      const paper = passage && documents.some(person, [passage.documentId]).get(passage.documentId)
      if (passage && (!paper || passage.target.version > (paper.version ?? 1))) {
        throw new Refusal('notFound', `Document not found: ${passage.documentId}`)
      }
      return store.transaction(async (transaction) => {
        const records = questionsCollection.in(transaction)
        const known = await records.find(id)
        if (known) {
          // The same question sent again.
          const isSame = known.uid === person.uid && known.meeting === key
          const again = isSame ? shown(session, known) : undefined
          if (!again) throw new Refusal('conflict', 'This question has another author.')
          return again
        }
        mustTakeQuestions(meeting)
        const all = await questionsOf(key, transaction)
        const asked = all.filter(({ uid }) => uid === person.uid).length
        if (asked >= questionLimits.perPerson || all.length >= questionLimits.perMeeting) {
          const detail =
            asked >= questionLimits.perPerson
              ? `You have asked ${questionLimits.perPerson} questions about this meeting, which is the most.`
              : 'This meeting has as many questions as it can have.'
          throw new Refusal('conflict', detail)
        }
        const written = await records.create(id, {
          meeting: key,
          ...(item === undefined ? { slot: place.id } : { item: place.id }),
          ...(passage && paper
            ? { passage: { ...passage, paper: paper.title || paper.name } }
            : {}),
          uid: person.uid,
          name: parties.nameOf(person),
          text,
          audience,
          state: 'open',
          askedAt: now().toISOString(),
          answers: [],
        })
        await record(transaction, person, 'question asked', written)
        return shown(session, written)!
      })
    },

    async change(
      person: Person,
      meeting: MeetingRef,
      id: string,
      { text, audience }: CallInput<typeof changeQuestion>['body'],
      revision: number | 'new',
    ): Promise<Question> {
      const session = open(person, meeting)
      return store.transaction(async (transaction) => {
        const { stored } = await own(transaction, session, id)
        const before = bodyOf(stored) as StoredQuestion
        // The same save sent again succeeds.
        if (isSameBody({ ...before, text, audience }, before)) return shown(session, stored)!
        const state = stateAfter(stored, 'change')
        const shownHere = (current: Kept) => shown(session, current)
        await refuseOvertaken(transaction, {
          current: stored,
          revision,
          subject: id,
          shown: shownHere,
        })
        const after = { ...before, text, audience, state, changedAt: now().toISOString() }
        const written = await questionsCollection.in(transaction).update(id, after, stored.revision)
        await record(transaction, person, 'question changed', written)
        return shown(session, written)!
      })
    },

    async withdraw(person: Person, meeting: MeetingRef, id: string): Promise<Question> {
      const session = open(person, meeting)
      return store.transaction(async (transaction) => {
        const { stored, question } = await own(transaction, session, id)
        if (stored.state === 'withdrawn') return question
        const state = stateAfter(stored, 'withdraw')
        const after = { ...(bodyOf(stored) as StoredQuestion), state }
        const written = await questionsCollection.in(transaction).update(id, after, stored.revision)
        await record(transaction, person, 'question withdrawn', written)
        return shown(session, written)!
      })
    },

    async answer(
      person: Person,
      meeting: MeetingRef,
      id: string,
      sent: CallInput<typeof answerQuestion>['body'],
    ): Promise<Question> {
      const session = open(person, meeting)
      return store.transaction(async (transaction) => {
        const { stored, question } = await found(transaction, session, id)
        // The same answer sent again.
        if (stored.answers.some((known) => known.id === sent.id && known.uid === person.uid)) {
          return question
        }
        if (stored.state === 'withdrawn') stateAfter(stored, 'answer')
        if (!question.mayAnswer) {
          const detail = 'The presenter, the chair and staff answer questions.'
          throw new Refusal('forbidden', detail)
        }
        const state = stateAfter(stored, 'answer')
        const isTaken = stored.answers.some((known) => known.id === sent.id)
        if (isTaken || stored.answers.length >= questionLimits.answers) {
          throw new Refusal('conflict', 'This question can’t have another answer.')
        }
        const { uid } = person
        const answer = { ...sent, uid, name: parties.nameOf(person), at: now().toISOString() }
        const before = bodyOf(stored) as StoredQuestion
        const written = await questionsCollection
          .in(transaction)
          .update(id, { ...before, state, answers: [...stored.answers, answer] }, stored.revision)
        await record(transaction, person, 'question answered', written)
        await notices.record(transaction, {
          id: `answer-${id}-${sent.id}`,
          meeting: session.key,
          kind: 'answered',
          subject: answeredSubject(stored, {
            seenBy: sent.seenBy,
            asker: parties.personOf(stored.uid),
          }),
        })
        return shown(session, written)!
      })
    },

    async place(
      person: Person,
      meeting: MeetingRef,
      id: string,
      signal: AbortSignal | undefined,
    ): Promise<Reply<typeof getQuestionPlace>> {
      const session = open(person, meeting)
      const { question } = await found(store, session, id)
      if (!question.passage) throw new Refusal('notFound', 'This question has no passage.')
      const { documentId, target } = question.passage
      const passage = { id, revision: 1, documentId, target }
      return { ...(await notes.placePassage(person, passage, signal)), target }
    },

    async flag(person: Person, meeting: MeetingRef, item: string, flagged: boolean) {
      const session = open(person, meeting)
      const { party, key } = session
      const place = session.places.find('item', item)
      if (!place?.isPublished || !place.mayRead(party.reader)) {
        throw new Refusal('notFound', 'This item is no longer in the agenda.')
      }
      if (!party.mayFlag) {
        throw new Refusal('forbidden', 'Only members of the body flag its items.')
      }
      mustTakeQuestions(meeting)
      return store.transaction(async (transaction) => {
        const marked = { key, place, flagged, name: parties.nameOf(person) }
        const before = await flags.list(transaction, key, [place], party, person)
        const isChanged = await flags.set(transaction, person, marked)
        const flag = before[0] ?? { item, count: 0 }
        return isChanged ? flags.after(flag, marked) : flag
      })
    },
  }
}

/** As many as a page has, by number and size; at least one. */
function pageFrom(all: readonly Question[]): Question[] {
  let bytes = 0
  const end = all.findIndex((each, index) => {
    bytes += Buffer.byteLength(JSON.stringify(each))
    return index > 0 && (index >= questionLimits.perPage || bytes > questionLimits.bytesPerPage)
  })
  return end < 0 ? [...all] : all.slice(0, end)
}

function notFound(): Refusal {
  return new Refusal('notFound', 'This question no longer exists.')
}
