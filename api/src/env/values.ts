import * as z from 'zod/mini'

/** Kinds of values that settings have. Lists are written with commas. */
export const list = z.pipe(
  z.string(),
  z.transform((text: string) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
)
export const email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^[^\s@]+@[^\s@]+$/, 'it is not an e-mail address'))
export const url = z.url({
  protocol: /^https?$/,
  error: 'it is not an address that begins with http:// or https://',
})
export const hostName = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/
export const flag = z.pipe(
  z.enum(['0', '1', 'false', 'true']),
  z.transform((text: '0' | '1' | 'false' | 'true') => text === '1' || text === 'true'),
)
