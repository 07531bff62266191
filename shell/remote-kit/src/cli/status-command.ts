import { getPointer, listMoves } from '@portal/contract/pointers'
import { type Command, readArgs } from './command.ts'
import { openPortal } from './portal-connection.ts'
import { remoteNamed } from './remote-folders.ts'
import { moveLine, pointerLines } from './pointer-words.ts'

/** The number of changes shown. */
const shownMoves = 10

export const statusCommand: Command = {
  summary:
    'Shows which releases of a remote run for whom, what an admin has approved or stopped, and the last changes.',
  usage: '[<remote>]',
  async run(args) {
    const { positionals } = readArgs(args, { options: {}, most: 1 })
    const remote = remoteNamed(positionals[0])
    const { call } = openPortal(remote)
    const params = { remote }
    const pointer = await call(getPointer, { params })
    const { moves } = await call(listMoves, {
      params,
      query: { limit: shownMoves, include: 'all' },
    })
    console.log([...pointerLines(pointer), '', ...moves.map(moveLine)].join('\n'))
    return 0
  },
}
