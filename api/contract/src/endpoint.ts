import type * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** One promise between browser and API: the server mounts it, the browser calls it, OpenAPI is made of it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Absolute, parameters in braces: `/api/agendas/{year}/{quarter}`. */
  path: `/${string}`
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /**
   * A body sent as multipart/form-data instead of JSON: an object of texts and files (`z.file()`). Absent fields
   * aren't sent; an empty text is.
   */
  form?: Schema
  /** A body that is a file's bytes: its media type, and how many there may be. */
  upload?: { type: string; most: number }
  /** What the JSON answer is stripped to; absent where there is none, or where bytes are sent. */
  reply?: Schema
  /** An answer that isn't JSON: its media type or a range of them, and whether parts of it can be asked for. */
  bytes?: { type: string; ranges?: true }
  /** A save must name the revision it was made from: `If-Match: "3"`, or `If-None-Match: *` for a new document. */
  revised?: true
}

type InputOf<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body' | 'form',
> = E[K] extends Schema ? z.input<E[K]> : never

type Part<K extends string, T> = [T] extends [never]
  ? unknown
  : Record<string, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T }

/** What a caller hands over; parts that the endpoint doesn't have are absent. */
export type CallInput<E extends Endpoint> = Part<'params', InputOf<E, 'params'>> &
  Part<'query', InputOf<E, 'query'>> &
  Part<'body', InputOf<E, 'body'>> &
  Part<'form', InputOf<E, 'form'>> &
  (E['upload'] extends object ? { upload: Blob | Uint8Array<ArrayBuffer> } : unknown) &
  (E['revised'] extends true ? { revision: number | 'new' } : unknown)

export type Reply<E extends Endpoint> = E['reply'] extends Schema ? z.output<E['reply']> : undefined

/** Keeps an endpoint's literal types, so that method, path and schemas are known to the compiler. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type Value = string | number | boolean | undefined

/** The path with its parameters filled in and its query appended. */
export function pathOf(
  path: string,
  params: Record<string, Value> = {},
  query: Record<string, Value> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}
