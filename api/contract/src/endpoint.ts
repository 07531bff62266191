import type * as z from 'zod/mini'

/** @deprecated Import it from `@portal/domain/path-of`. */
export { pathOf } from '@portal/domain/path-of'

type Schema = z.core.$ZodType

/** One endpoint of the API: the server mounts it, the browser calls it, and OpenAPI is generated from it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Absolute, with parameters in braces: `/api/agendas/{year}/{quarter}`. */
  path: `/${string}`
  summary: string
  /** The server refuses everyone else before it reads the request's input. */
  callers: Callers
  params?: Schema
  query?: Schema
  body?: Schema
  /**
   * A body sent as multipart/form-data instead of JSON: an object of strings and files (`z.file()`). Absent fields
   * aren't sent, empty strings are.
   */
  form?: Schema
  /** A body of raw bytes: its media type and maximum size in bytes. */
  upload?: { type: string; most: number }
  /** Schema of the JSON response, which removes unknown fields; absent if there is none or bytes are sent. */
  reply?: Schema
  /** A response that isn't JSON: its media type or wildcard, and whether byte ranges are supported. */
  bytes?: { type: string; ranges?: true }
  /** A save must name the revision it is based on: `If-Match: "3"`, or `If-None-Match: *` for a new document. */
  revised?: true
  /** The body names the revisions of several documents; refused with `stale` if any of them is outdated. */
  namesRevisions?: true
  /**
   * People need a sign-in of the last minutes (`freshSignInMinutes`); refused with `reauthenticate` otherwise. Every
   * endpoint that changes something declares it, or why any sign-in will do.
   */
  fresh?: true | AnySignIn
  /** Callers who otherwise only read may call it, because a page needs it to run: QA accounts, admins who view as a member. */
  qaMayCall?: true
  /**
   * Replies with the caller's own private data, which isn't part of the portal as a member sees it. `records`: their
   * notes and what they have read, which are closed for some time after an admin has set their password (`passwordSet`).
   */
  personal?: true | 'records'
  /**
   * An endpoint at `…/{year}/{quarter}/…` that is also served for every other meeting, at `…/{meeting}/…`: see
   * `ofMeeting` in `twins.ts`.
   */
  ofMeetings?: true
}

/**
 * Who may call an endpoint. `members` includes admins, `everyone` people who aren't signed in. `readers`: members, guests
 * and assistants, who get what they may read; no other endpoint answers a guest or an assistant. `adminsAndKey`: also a
 * server with the admin key. `adminsAndReleaseToken`: also a pipeline with a token of the remote in the path, or of any
 * remote if the path has none. `gateRunner`: only the operator's gate runner. `ownToken`: anyone who sends a valid token in
 * the body, which the service checks.
 */
export type Callers =
  | 'everyone'
  | 'readers'
  | 'members'
  | 'admins'
  | 'adminsAndKey'
  | 'adminsAndReleaseToken'
  | 'gateRunner'
  | 'ownToken'

/**
 * Why a change needs no fresh sign-in. `own`: it concerns the caller alone. `content`: the audit has it, and it gives
 * nobody rights. `takesAway`: it only ends something, which can be urgent. `signIn`: it is about sign-ins itself.
 * `program`: programs call it with a credential of their own, and what they publish runs for others only once a person
 * with a fresh sign-in allows it.
 */
export type AnySignIn = 'own' | 'content' | 'takesAway' | 'signIn' | 'program'

type InputOf<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body' | 'form',
> = E[K] extends Schema ? z.input<E[K]> : never

type Part<K extends string, T> = [T] extends [never]
  ? unknown
  : Record<string, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T }

/** The input of a call; parts that the endpoint doesn't have are absent. */
export type CallInput<E extends Endpoint> = Part<'params', InputOf<E, 'params'>> &
  Part<'query', InputOf<E, 'query'>> &
  Part<'body', InputOf<E, 'body'>> &
  Part<'form', InputOf<E, 'form'>> &
  (E['upload'] extends object ? { upload: Blob | Uint8Array<ArrayBuffer> } : unknown) &
  (E['revised'] extends true ? { revision: number | 'new' } : unknown)

export type Reply<E extends Endpoint> = E['reply'] extends Schema ? z.output<E['reply']> : undefined

/**
 * Preserves an endpoint's literal types, so that the compiler knows its method, path and schemas.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}
