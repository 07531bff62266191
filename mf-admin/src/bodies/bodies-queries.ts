import {
  addTerms,
  type Body,
  deleteTerm,
  listTerms,
  saveBody,
  saveTerm,
  type Term,
} from '@portal/contract/bodies'
import { previewBodyAccess, saveBodyAccess } from '@portal/contract/body-access'
import type { CallInput, Reply } from '@portal/contract/endpoint'
import { termLimits } from '@portal/domain/terms'
import type { Call } from '@portal/remote-kit/client'
import { errorMessage } from '../shared/api-errors.ts'
import { adminQuery, useChange } from '../shared/queries.ts'

export const bodiesKey = ['admin', 'bodies']

export type KnownBodies = Reply<typeof listTerms>
export type NewTerm = CallInput<typeof addTerms>['body']['terms'][number]
export type TermContent = CallInput<typeof saveTerm>['body']

/** Every body, and every term: past, current and upcoming. */
export function bodiesQuery(call: Call) {
  return adminQuery(call, listTerms, bodiesKey)
}

const refetched = { stale: [bodiesKey], waits: true }

export type BodySave = CallInput<typeof saveBody>['body'] & Pick<Body, 'id' | 'revision'>

export function useSaveBody() {
  return useChange(
    (call, { id, revision, ...body }: BodySave) =>
      call(saveBody, { params: { id }, body, revision: revision ?? 'new' }),
    refetched,
  )
}

type BodyAccess = Pick<Body, 'id' | 'revision' | 'openTo'>

/** Who would gain and who would lose sight of a body's meetings. */
export function bodyAccessQuery(call: Call, id: string, openTo: Body['openTo']) {
  const input = { params: { id }, query: { openTo } }
  return adminQuery(call, previewBodyAccess, [...bodiesKey, id, 'access', openTo], input)
}

export function useSaveBodyAccess() {
  return useChange(
    (call, { id, revision, openTo }: BodyAccess) =>
      call(saveBodyAccess, { params: { id }, body: { openTo }, revision: revision ?? 'new' }),
    refetched,
  )
}

type TermsToAdd = {
  /** Committees that don't exist yet. */
  bodies?: readonly { id: string; name: string }[]
  terms: readonly NewTerm[]
}

/** Repeating it after an interruption completes it: what was added before is found. */
export async function sendTerms(call: Call, { bodies = [], terms }: TermsToAdd): Promise<void> {
  for (const { id, name } of bodies) {
    await call(saveBody, { params: { id }, body: { name }, revision: 'new' })
  }
  for (let from = 0; from < terms.length; from += termLimits.added) {
    await call(addTerms, { body: { terms: terms.slice(from, from + termLimits.added) } })
  }
}

export function useAddTerms() {
  return useChange(sendTerms, refetched)
}

export function useSaveTerm() {
  return useChange(
    (call, { id, revision, ...body }: TermContent & Pick<Term, 'id' | 'revision'>) =>
      call(saveTerm, { params: { id }, body, revision }),
    refetched,
  )
}

export function useDeleteTerm() {
  return useChange(
    (call, { id, revision }: Term) => call(deleteTerm, { params: { id }, revision }),
    refetched,
  )
}

/** Why a change failed. */
export function bodiesFailure(error: unknown): string {
  return errorMessage(error) ?? 'This could not be saved. Please try again.'
}
