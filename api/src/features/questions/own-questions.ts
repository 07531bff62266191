import { anonymousAuthor } from '@portal/domain/question-rules'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { flagsCollection, questionsCollection, type StoredQuestion } from './stored-questions.ts'

/** What somebody has asked and flagged, for themself: in their own words, without quotations and answers. */
export async function questionsBy(store: StoreOperations, uid: string) {
  const questions = await questionsCollection.in(store).findAll({ where: { uid } })
  const flags = await flagsCollection.in(store).findAll({ where: { uid } })
  return {
    questions: questions.documents.map(({ meeting, text, state, askedAt }) => ({
      meeting,
      text,
      state,
      askedAt,
    })),
    flags: flags.documents.map(({ meeting, item, at }) => ({ meeting, item, at })),
  }
}

/** Deletes what somebody has asked and flagged. Their answers stay, without their name. Repeating it completes it. */
export async function forgetQuestions(store: DocumentStore, uid: string): Promise<void> {
  for await (const page of flagsCollection.raw(store).pages({ where: { uid } })) {
    for (const { id } of page) await flagsCollection.raw(store).delete(id)
  }
  for await (const page of questionsCollection.in(store).pages()) {
    for (const { id, ...question } of page) {
      if (question.uid === uid) await questionsCollection.in(store).delete(id)
      else if (question.answers.some((answer) => answer.uid === uid)) {
        await store.transaction(async (transaction) => {
          const records = questionsCollection.in(transaction)
          const stored = await records.get(id)
          if (!stored) return
          const answers = stored.answers.map((answer) =>
            answer.uid === uid ? { ...answer, uid: '', name: anonymousAuthor } : answer,
          )
          const body = bodyOf(stored) as StoredQuestion
          await records.update(id, { ...body, answers }, stored.revision)
        })
      }
    }
  }
}

/** Deletes quotations of withdrawn versions of a paper; what was asked stays. Idempotent. */
export async function withdrawQuotedPassages(
  store: DocumentStore,
  documentId: string,
  versions: ReadonlySet<number>,
): Promise<void> {
  const isQuoted = ({ passage }: StoredQuestion) =>
    passage?.documentId === documentId &&
    versions.has(passage.target.version) &&
    !passage.target.quotationWithdrawn
  for await (const page of questionsCollection.in(store).pages()) {
    for (const { id } of page.filter(isQuoted)) {
      await store.transaction(async (transaction) => {
        const records = questionsCollection.in(transaction)
        const stored = await records.get(id)
        if (!stored?.passage || !isQuoted(stored)) return
        const { target } = stored.passage
        const selector = target.selector.filter(({ type }) => type !== 'TextQuoteSelector')
        const passage = {
          ...stored.passage,
          target: { ...target, selector, quotationWithdrawn: true },
        }
        const body = bodyOf(stored) as StoredQuestion
        await records.update(id, { ...body, passage }, stored.revision)
      })
    }
  }
}
