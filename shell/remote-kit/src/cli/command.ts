import { parseArgs, type ParseArgsConfig } from 'node:util'

/** One word of `portal <word>`. */
export type Command = {
  /** What it does, in one line of the list of commands. */
  summary: string
  /** What follows its name: `<remote> --step <step>`. */
  usage: string
  /** Resolves with the exit code: 0 for done, 1 for refused or failed. Throws `WrongUse` and `CommandFailure`. */
  run: (args: string[]) => Promise<number>
}

/** It was called in a way that can't be meant; the usage is shown with the sentence. */
export class WrongUse extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'WrongUse'
  }
}

/** It can't go on, for a reason that one sentence tells. */
export class CommandFailure extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'CommandFailure'
  }
}

type Options = NonNullable<ParseArgsConfig['options']>
type Config<O extends Options> = { args: string[]; options: O; allowPositionals: true }
type Read<O extends Options> = ReturnType<typeof parseArgs<Config<O>>>

/** A command's words and options; an unknown option and more words than `most` are wrong use. */
export function readArgs<const O extends Options>(
  args: string[],
  { options, most }: { options: O; most: number },
): Read<O> {
  const read = parsed(args, options)
  const extra = read.positionals[most]
  if (extra !== undefined) throw new WrongUse(`“${extra}” is one word too many.`)
  return read
}

function parsed<const O extends Options>(args: string[], options: O): Read<O> {
  try {
    return parseArgs<Config<O>>({ args, options, allowPositionals: true })
  } catch (error) {
    if (isParseError(error)) throw new WrongUse(error.message.split('. ')[0]! + '.')
    throw error
  }
}

function isParseError(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
  )
}
