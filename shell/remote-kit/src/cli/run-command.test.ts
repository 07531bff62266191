import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Command, CommandFailure, readArgs, WrongUse } from './command.ts'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

let output: string[]
let complained: string[]
beforeEach(() => {
  output = []
  complained = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void complained.push(line))
})
afterEach(() => vi.restoreAllMocks())

const commandRunning = (run: Command['run']): Record<string, Command> => ({
  try: { summary: 'Tries.', usage: '<what>', run },
})
const failing = (error: unknown) =>
  commandRunning(async () => {
    throw error
  })

describe('the portal command', () => {
  it('lists its commands, and treats no command as a usage error', async () => {
    expect(await runCommand(['--help'], commands)).toBe(0)
    expect(await runCommand([], commands)).toBe(2)
    for (const word of Object.keys(commands)) expect(output[0]).toContain(`portal ${word} `)
    expect(output[1]).toBe(output[0])
  })

  it('shows the usage of a command without running it', async () => {
    expect(await runCommand(['try', 'x', '--help'], failing(new Error('It ran')))).toBe(0)
    expect(output).toEqual(['Tries.\n\n  portal try <what>'])
  })

  it('refuses an unknown command and lists the known ones', async () => {
    expect(await runCommand(['constructor'], commands)).toBe(2)
    expect(complained[0]).toMatch(/^There is no command “constructor”\.\n[^]*portal status/)
  })

  it('passes on the arguments and the exit code', async () => {
    const run = vi.fn<Command['run']>(async () => 1)
    expect(await runCommand(['try', 'one', '--two'], commandRunning(run))).toBe(1)
    expect(run).toHaveBeenCalledWith(['one', '--two'])
  })

  it('reports a usage error in a sentence and shows the usage', async () => {
    const wrong = commandRunning(async (args) => {
      readArgs(args, { options: { reason: { type: 'string' } }, most: 1 })
      throw new WrongUse('Which release?')
    })
    for (const args of [['a', 'b'], ['--other'], ['a', '--reason'], ['a']]) {
      expect(await runCommand(['try', ...args], wrong)).toBe(2)
    }
    expect(complained.map((text) => text.split('\n'))).toEqual([
      ['Unexpected argument “b”.', '', '  portal try <what>'],
      ["Unknown option '--other'.", '', '  portal try <what>'],
      [expect.stringContaining('--reason'), '', '  portal try <what>'],
      ['Which release?', '', '  portal try <what>'],
    ])
  })

  it('reports an expected failure in one sentence, and a refusal in the API’s words', async () => {
    const refusal = Object.assign(new Error('1.0.0-a was denied before.'), {
      name: 'ApiError',
      code: 'conflict',
      requestId: 'r1',
      fields: [{ path: 'body.reason', message: 'Too short' }],
    })
    expect(await runCommand(['try'], failing(new CommandFailure('It is closed.')))).toBe(1)
    expect(await runCommand(['try'], failing(refusal))).toBe(1)
    expect(complained).toEqual([
      'It is closed.',
      '1.0.0-a was denied before. (request r1)\n  body.reason: Too short',
    ])
  })

  it('reports a defect with its stack', async () => {
    expect(await runCommand(['try'], failing(new TypeError('x is not a function')))).toBe(1)
    expect(complained[0]).toMatch(/^TypeError: x is not a function\n {4}at /)
  })
})
