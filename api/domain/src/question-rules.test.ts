import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  answerAudiences,
  mayAnswerQuestion,
  maySeeAnswer,
  maySeeQuestion,
  questionAfter,
  type QuestionAct,
  questionAudiences,
  type QuestionState,
  questionStates,
} from './question-rules.ts'

const party = fc.record({
  mayReadItem: fc.boolean(),
  isAsker: fc.boolean(),
  isPresenter: fc.boolean(),
  isChair: fc.boolean(),
  isStaff: fc.boolean(),
})
const question = fc.record({
  audience: fc.constantFrom(...questionAudiences),
  state: fc.constantFrom(...questionStates),
})
const answer = fc.record({ seenBy: fc.constantFrom(...answerAudiences), isOwn: fc.boolean() })

it('never shows an answer to somebody who doesn’t see the question, or a question without its item', () => {
  fc.assert(
    fc.property(party, question, answer, (who, asked, given) => {
      if (!who.mayReadItem) expect(maySeeQuestion(asked, who)).toBe(false)
      if (maySeeAnswer(given, asked, who)) expect(maySeeQuestion(asked, who)).toBe(true)
      if (mayAnswerQuestion(asked, who)) expect(maySeeQuestion(asked, who)).toBe(true)
    }),
  )
})

it('shows a narrowed answer to the asker and its author alone', () => {
  fc.assert(
    fc.property(party, question, (who, asked) => {
      const given = { seenBy: 'asker' as const, isOwn: false }
      if (maySeeAnswer(given, asked, who)) expect(who.isAsker).toBe(true)
    }),
  )
})

it('shows a private question to the asker, the presenter, the chair and staff', () => {
  const nobody = {
    mayReadItem: true,
    isAsker: false,
    isPresenter: false,
    isChair: false,
    isStaff: false,
  }
  const asked = { audience: 'private', state: 'open' } as const
  expect(maySeeQuestion(asked, nobody)).toBe(false)
  for (const role of ['isAsker', 'isPresenter', 'isChair', 'isStaff'] as const) {
    expect(maySeeQuestion(asked, { ...nobody, [role]: true })).toBe(true)
  }
})

/** What a question becomes, written down a second time. */
const model: Record<QuestionState, Record<QuestionAct, QuestionState | undefined>> = {
  open: { change: 'open', withdraw: 'withdrawn', answer: 'answered' },
  answered: { change: undefined, withdraw: undefined, answer: 'answered' },
  withdrawn: { change: undefined, withdraw: undefined, answer: undefined },
}

it('follows any history of acts as the model does', () => {
  const acts = fc.array(fc.constantFrom<QuestionAct>('change', 'withdraw', 'answer'))
  fc.assert(
    fc.property(acts, (history) => {
      let state: QuestionState = 'open'
      for (const act of history) {
        const next = questionAfter(state, act)
        expect('state' in next ? next.state : undefined).toBe(model[state][act])
        if ('state' in next) state = next.state
      }
    }),
  )
})
