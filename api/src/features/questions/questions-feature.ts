import {
  answerQuestion,
  askQuestion,
  changeQuestion,
  flagItem,
  getQuestionPlace,
  listQuestions,
  questionLimits,
  withdrawQuestion,
} from '@portal/contract/questions'
import type { Context } from 'hono'
import { publicUrlOf } from '../../platform/env/env.ts'
import type { AppParts } from '../../platform/app-parts.ts'
import { rateLimit } from '../../platform/http/limits.ts'
import type { AppEnv } from '../../platform/http/request-context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { createAnswerNotices } from './answer-notices.ts'
import { createItemFlags } from './item-flags.ts'
import { createQuestionParties } from './question-parties.ts'
import { createQuestionPlaces } from './question-places.ts'
import { createQuestionsService } from './questions-service.ts'

export { forgetQuestions, questionsBy, withdrawQuotedPassages } from './own-questions.ts'

export { storedFlag, storedQuestion } from './stored-questions.ts'

type Needs = Omit<
  Parameters<typeof createQuestionsService>[0],
  'places' | 'parties' | 'flags' | keyof AppParts | 'timeZone'
> &
  Parameters<typeof createQuestionPlaces>[0] &
  Omit<Parameters<typeof createQuestionParties>[0], 'timeZone' | 'now'>

/** What members ask about items of a meeting and passages of its papers, and the consent items that they flag. */
export function createQuestions({ store, settings, now }: AppParts, needs: Needs) {
  const { timeZone } = settings.foundation
  const parts = { ...needs, store, timeZone, now }
  const places = createQuestionPlaces(parts)
  const questions = createQuestionsService({
    ...parts,
    places,
    parties: createQuestionParties(parts),
    flags: createItemFlags(parts),
  })
  const most = rateLimit({
    most: questionLimits.writesPerMinute,
    perSeconds: 60,
    detail: 'You are sending questions too often. Please wait a minute.',
    now,
  })
  const limit = (c: Context<AppEnv>) => most(c.get('request').caller!.uid)
  return {
    questions,
    /** What notices tell of answers. */
    told: createAnswerNotices(places, publicUrlOf(settings)),
    routes(serve: Serve) {
      serve(listQuestions, ({ person, params, query }) =>
        questions.list(person, params, query.after),
      )
      serve(askQuestion, ({ person, params, body }) => questions.ask(person, params, body), {
        limit,
      })
      serve(
        changeQuestion,
        ({ person, params: { id, ...meeting }, body, revision }) =>
          questions.change(person, meeting, id, body, revision),
        { limit },
      )
      serve(
        withdrawQuestion,
        ({ person, params: { id, ...meeting } }) => questions.withdraw(person, meeting, id),
        { limit },
      )
      serve(
        answerQuestion,
        ({ person, params: { id, ...meeting }, body }) =>
          questions.answer(person, meeting, id, body),
        { limit },
      )
      serve(getQuestionPlace, ({ person, params: { id, ...meeting }, signal }) =>
        questions.place(person, meeting, id, signal),
      )
      serve(
        flagItem,
        ({ person, params, body }) => questions.flag(person, params, body.item, body.flagged),
        { limit },
      )
    },
  }
}
