import { parseArgs, type ParseArgsConfig } from 'node:util'

/** One word of `portal <word>`. */
export type Command = {
  /** A one-line description for the list of commands. */
  summary: string
  /** The arguments: `<remote> --step <step>`. */
  usage: string
  /**
   * Resolves with the exit code: 0 for success, 1 for a refusal or failure. Throws `WrongUse` and
   * `CommandFailure`.
   */
  run: (args: string[]) => Promise<number>
}

/** A usage error; the usage is shown with the sentence. */
export class WrongUse extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'WrongUse'
  }
}

/** The command can't continue; the message is one sentence, with further lines if there is something to list. */
export class CommandFailure extends Error {
  readonly sentence: string
  readonly lines: readonly string[]

  constructor(
    sentence: string,
    { lines = [], ...options }: ErrorOptions & { lines?: string[] } = {},
  ) {
    super([sentence, ...lines].join('\n'), options)
    this.name = 'CommandFailure'
    this.sentence = sentence
    this.lines = lines
  }
}

type CommandOptions = NonNullable<ParseArgsConfig['options']>
type Config<O extends CommandOptions> = { args: string[]; options: O; allowPositionals: true }
type Read<O extends CommandOptions> = ReturnType<typeof parseArgs<Config<O>>>

/**
 * Parses a command's words and options; an unknown option and more than `most` words are usage
 * errors.
 */
export function readArgs<const O extends CommandOptions>(
  args: string[],
  { options, most }: { options: O; most: number },
): Read<O> {
  const read = parsed(args, options)
  const extra = read.positionals[most]
  if (extra !== undefined) throw new WrongUse(`Unexpected argument “${extra}”.`)
  return read
}

function parsed<const O extends CommandOptions>(args: string[], options: O): Read<O> {
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

/** Every change of a pointer has a reason in its history. */
export function reasonIn({ reason }: { reason?: string | undefined }): string {
  if (!reason?.trim())
    throw new WrongUse('Give a reason with --reason: it is recorded in the history.')
  return reason
}
