import * as z from 'zod/mini'
import { connectionFaults } from '../../platform/resilience/connection-fault.ts'

/** What Node's codes of system errors mean to an operator. */
const meanings: Record<string, string> = {
  ...connectionFaults,
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of this path isn’t a folder',
  EISDIR: 'this is a folder, not a file',
  EACCES: 'the portal’s user may not use it',
  EPERM: 'the portal’s user may not use it',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  EIO: 'its disk is damaged',
  ESTALE: 'its network disk is gone',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'no response in time',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no network',
}

/** The meaning of an error's code; undefined for other errors. */
export function meaningOfCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return meanings[String(error.code)]
}

/** The errors of files, of DNS and of connections each name their place in a field of their own. */
const places = z.union([
  z.pipe(
    z.object({ path: z.string() }),
    z.transform(({ path }) => path),
  ),
  z.pipe(
    z.object({ hostname: z.string() }),
    z.transform(({ hostname }) => hostname),
  ),
  z.pipe(
    z.object({ address: z.string(), port: z.number() }),
    z.transform(({ address, port }) => `${address}:${port}`),
  ),
])

/** A system error in words, such as `/drive: there is no such file or folder`; undefined for other errors. */
export function systemErrorText(error: unknown): string | undefined {
  const meaning = meaningOfCode(error)
  const { data: place } = z.safeParse(places, error)
  return meaning === undefined || place === undefined ? undefined : `${place}: ${meaning}`
}
