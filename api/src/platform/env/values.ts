import * as z from 'zod/mini'

/** A setting that can't be used. The message is shown to the operator. */
export class SettingsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SettingsError'
  }
}

type Meaning = {
  meaning: string
  /** The default, if the schema doesn't contain it. */
  defaultText?: string
}

const meanings = z.registry<Meaning>()

/** A setting's schema with its description, for the generated reference. */
export function setting<S extends z.core.$ZodType>(
  schema: S,
  meaning: string,
  defaultText?: string,
): S {
  meanings.add(schema, defaultText === undefined ? { meaning } : { meaning, defaultText })
  return schema
}

export function meaningOf(schema: z.core.$ZodType): Meaning | undefined {
  return meanings.get(schema)
}

/** A value without the quotes around it, which Docker leaves there. */
export function unquoted(value: string): string {
  return (
    /^'([^']*)'$|^"([^"]*)"$/
      .exec(value)
      ?.slice(1)
      .find((inner) => inner !== undefined) ?? value
  )
}

/** Schemas for common kinds of values. Lists are comma-separated. */
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
  .check(
    z.trim(),
    z.regex(/^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/, 'it is not an e-mail address'),
    z.toLowerCase(),
  )
export const url = z.url({
  protocol: /^https?$/,
  error: 'it is not an address that begins with http:// or https://',
})
/** A secret of this portal's operator, sent by servers in a header. */
export const serverKey = () =>
  z.string().check(z.regex(/^[!-~]{32,}$/, 'it must have at least 32 characters and no blanks'))
/** A host’s name or address, without a port. */
export const hostNameSetting = z
  .string()
  .check(z.trim(), z.regex(/^[a-z0-9.:-]{1,253}$/i, 'it is not the name of a host'))
export const hostName = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/
export const flag = z.pipe(
  z.enum(['0', '1', 'false', 'true']),
  z.transform((text: '0' | '1' | 'false' | 'true') => text === '1' || text === 'true'),
)
