import { noteTarget } from '@portal/contract/note-target'
import { answerAudiences, questionAudiences, questionStates } from '@portal/domain/question-rules'
import * as z from 'zod/mini'
import { defineCollection } from '../../platform/store/collection.ts'

/** Who wrote something; the uid is empty once the account was erased. */
const author = { uid: z.string(), name: z.string() }

const storedAnswer = z.object({
  id: z.string(),
  ...author,
  /** ISO 8601, UTC. */
  at: z.string(),
  text: z.string(),
  /** What a newer release has stored is for the asker alone. */
  seenBy: z.catch(z.enum(answerAudiences), 'asker'),
})

/** Collection `questions`: a question about an item of a meeting, with its answers. The id is a UUID of the asker's device. */
export const storedQuestion = z.looseObject({
  /** The meeting's permanent key. */
  meeting: z.string(),
  item: z.optional(z.string()),
  slot: z.optional(z.string()),
  passage: z.optional(
    z.object({
      documentId: z.string(),
      /** The paper's name when the question was asked. */
      paper: z.string(),
      target: noteTarget,
    }),
  ),
  ...author,
  text: z.string(),
  audience: z.catch(z.enum(questionAudiences), 'private'),
  state: z.catch(z.enum(questionStates), 'withdrawn'),
  /** ISO 8601, UTC. */
  askedAt: z.string(),
  changedAt: z.optional(z.string()),
  answers: z.array(storedAnswer),
})
export type StoredQuestion = z.infer<typeof storedQuestion>
export const questionsCollection = defineCollection('questions', storedQuestion)

/** Collection `item_flags`: one person's flag of a consent item. */
export const storedFlag = z.object({
  /** The meeting's permanent key. */
  meeting: z.string(),
  item: z.string(),
  ...author,
  at: z.string(),
})
export type StoredFlag = z.infer<typeof storedFlag>
export const flagsCollection = defineCollection('item_flags', storedFlag)
