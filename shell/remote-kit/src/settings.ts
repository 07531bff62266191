import * as z from 'zod/mini'

type About<T> = {
  /** What the form on *Releases* calls it. */
  label: string
  /** What it changes, in a sentence or two. */
  description?: string
  default: NoInfer<T>
  /** Your team may set it with its release token, and admins too. Otherwise only admins. */
  team?: boolean
}

/** A setting of a remote: what it may be, its default and its words. */
export type Setting<T> = About<T> & { schema: z.ZodMiniType<T>; flag?: true }

type Declared = Readonly<Record<string, Setting<unknown>>>

export type Settings<Values> = {
  /** For this reader, until the page is loaded again. Read them where you use them: a module's own code runs before. */
  readonly values: Readonly<Values>
  /** For the shell and tests: the values that differ from the defaults. Each one that doesn't fit is ignored. */
  receive: (given: Readonly<Record<string, unknown>>) => void
  /** For the build. */
  declared: Declared
}

/** An address that begins with https:// or http://. */
export const webAddress = z.string().check(z.maxLength(2000), z.regex(/^https?:\/\/\S+$/i))

/**
 * A setting with a bounded zod schema: a switch, a text with a maximum length, a `webAddress`, a number with a minimum
 * and a maximum, an enum, or a list of texts with a maximum length.
 */
export function setting<T>(schema: z.ZodMiniType<T>, about: About<T>): Setting<T> {
  return { schema, ...about }
}

/** A switch that is off by default, and can be on for cohorts and a share of all people. */
export function flag(about: Omit<About<boolean>, 'default'>): Setting<boolean> {
  return { schema: z.boolean(), default: false, flag: true, ...about }
}

/** What admins, and your team, can set without another release. Never a secret: every reader can see the values. */
export function defineSettings<const D extends Declared>(
  declared: D,
): Settings<{ [Name in keyof D]: D[Name]['default'] }> {
  const valuesWith = (given: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(declared).map(([name, { schema, default: usual }]) => {
        const parsed = Object.hasOwn(given, name) ? z.safeParse(schema, given[name]) : undefined
        return [name, parsed?.success ? parsed.data : usual]
      }),
    ) as { [Name in keyof D]: D[Name]['default'] }
  let values = valuesWith({})
  return {
    get values() {
      return values
    },
    receive: (given) => void (values = valuesWith(given)),
    declared,
  }
}
