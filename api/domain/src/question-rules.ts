/** Who sees a question: everybody who may read its item, or the presenter, the chair and staff. */
export const questionAudiences = ['item', 'private'] as const
export type QuestionAudience = (typeof questionAudiences)[number]

/** Who sees an answer: everybody who sees the question, or the asker alone. */
export const answerAudiences = ['question', 'asker'] as const
export type AnswerAudience = (typeof answerAudiences)[number]

export const questionStates = ['open', 'answered', 'withdrawn'] as const
export type QuestionState = (typeof questionStates)[number]

/** What a reader is to a question. Staff are the admins who may read its item. */
export type QuestionParty = {
  mayReadItem: boolean
  isAsker: boolean
  isPresenter: boolean
  isChair: boolean
  isStaff: boolean
}

type Asked = { audience: QuestionAudience; state: QuestionState }

/** Anyone who may not read the item any more sees nothing of it, not even their own question. */
export function maySeeQuestion({ audience, state }: Asked, party: QuestionParty): boolean {
  if (!party.mayReadItem) return false
  if (party.isAsker) return true
  if (state === 'withdrawn') return false
  return audience === 'item' || answersQuestions(party)
}

/** An answer is never seen more widely than its question. Its author sees it too. */
export function maySeeAnswer(
  { seenBy, isOwn }: { seenBy: AnswerAudience; isOwn: boolean },
  question: Asked,
  party: QuestionParty,
): boolean {
  return maySeeQuestion(question, party) && (seenBy === 'question' || party.isAsker || isOwn)
}

export function mayAnswerQuestion(question: Asked, party: QuestionParty): boolean {
  return (
    maySeeQuestion(question, party) && question.state !== 'withdrawn' && answersQuestions(party)
  )
}

function answersQuestions({ isPresenter, isChair, isStaff }: QuestionParty): boolean {
  return isPresenter || isChair || isStaff
}

export type QuestionAct = 'change' | 'withdraw' | 'answer'

/** The state after an act, or why the question's state doesn't allow it, as a sentence. */
export function questionAfter(
  state: QuestionState,
  act: QuestionAct,
): { state: QuestionState } | { fault: string } {
  if (state === 'withdrawn') return { fault: 'This question has been withdrawn.' }
  if (act === 'answer') return { state: 'answered' }
  if (state === 'answered') {
    return { fault: 'This question has been answered, so it stays as it is.' }
  }
  return { state: act === 'withdraw' ? 'withdrawn' : 'open' }
}

/** Shown instead of the name of somebody whose account was erased. */
export const anonymousAuthor = 'A former member'

/** The type of an item that is approved without discussion, together with others, unless somebody flags it. */
export const consentType = 'consent'

/** Nobody asks about a break. */
export function takesQuestions({ type }: { type?: string | undefined }): boolean {
  return type !== 'break'
}

/** The types of items that an editor offers, with what members are shown. */
export const agendaItemTypes = {
  discussion: 'Discussion',
  consent: 'Consent: approved without discussion',
} as const
