import { isApiError } from '../client.ts'
import { errorLines, print, printError } from '@portal/domain/print'
import { type Command, CommandFailure, WrongUse } from './command.ts'

/** For scripts: 1 is a refusal or a failed check, 2 a usage error. */
const exitCodes = { done: 0, failed: 1, wrongUse: 2 } as const

const asksForHelp = new Set(['--help', '-h', 'help'])

/**
 * Runs `portal <word> …`. Expected failures are reported in one sentence, others with their stack.
 */
export async function runCommand(
  [word, ...args]: string[],
  commands: Record<string, Command>,
): Promise<number> {
  if (word === undefined || asksForHelp.has(word)) {
    print(...overview(commands))
    return word === undefined ? exitCodes.wrongUse : exitCodes.done
  }
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined
  if (!command) {
    printError(`There is no command “${word}”.`, '', ...overview(commands))
    return exitCodes.wrongUse
  }
  const usage = `portal ${word} ${command.usage}`.trimEnd()
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    print(command.summary, '', `  ${usage}`)
    return exitCodes.done
  }
  try {
    return await command.run(args)
  } catch (error) {
    if (error instanceof WrongUse) {
      printError(error.message, '', `  ${usage}`)
      return exitCodes.wrongUse
    }
    printError(...linesOf(error))
    return exitCodes.failed
  }
}

function overview(commands: Record<string, Command>): string[] {
  const lines = Object.entries(commands).flatMap(([word, { usage, summary }]) => [
    `  portal ${word} ${usage}`.trimEnd(),
    `      ${summary}`,
  ])
  return [
    'portal ships a remote, one command per step.',
    '',
    ...lines,
    '',
    'PORTAL_URL is the portal’s address, PORTAL_TOKEN a release token from its admins.',
    'Inside a remote’s folder its name is optional.',
  ]
}

function linesOf(error: unknown): string[] {
  if (error instanceof CommandFailure) return [error.sentence, ...error.lines]
  if (isApiError(error)) {
    const fields = error.fields?.map(({ path, message }) => `  ${path}: ${message}`) ?? []
    const request = error.requestId === '' ? '' : ` (request ${error.requestId})`
    return [`${error.message}${request}`, ...fields]
  }
  return errorLines(error)
}
