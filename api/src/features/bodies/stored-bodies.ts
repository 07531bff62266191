import { body, type Body, ruleProfile, term, type Term } from '@portal/contract/bodies'
import { boardId, openToOf } from '@portal/domain/bodies'
import { presetRules } from '@portal/domain/rule-profiles'
import * as z from 'zod/mini'
import { defineCollection } from '../../platform/store/collection.ts'
import type { Stored } from '../../platform/store/document-store.ts'

const { name, purpose, color, state, openTo } = body.shape
/** Fields of later releases are kept. Without `openTo`, it is as for a new body. */
export const storedBody = z.looseObject({
  name,
  purpose,
  color,
  state,
  openTo: z.optional(openTo),
  rules: ruleProfile,
})
export type BodyContent = z.infer<typeof storedBody>

const { id: _id, revision: _revision, ...content } = term.shape
export const storedTerm = z.looseObject(content)
export type TermContent = z.infer<typeof storedTerm>

/** The id of a committee is its slug; the board is stored once it has been saved. */
export const bodiesCollection = defineCollection('bodies', storedBody)
export const termsCollection = defineCollection('terms', storedTerm)

/** The board of a portal whose admins never saved it. */
export const firstBoard: BodyContent = {
  name: 'Board',
  state: 'active',
  rules: presetRules('smallBoard'),
}

export function shownBodyOf(id: string, stored: BodyContent & { revision?: number }): Body {
  return z.parse(body, { ...stored, id, openTo: stored.openTo ?? openToOf(id) })
}

export function shownTermOf(stored: Stored<TermContent>): Term {
  return z.parse(term, stored)
}

/** The board first, then the committees by name. */
export function byBodyName(
  a: { id: string; name: string },
  b: { id: string; name: string },
): number {
  const isBoard = ({ id }: { id: string }) => Number(id === boardId)
  return isBoard(b) - isBoard(a) || a.name.localeCompare(b.name, 'en')
}
