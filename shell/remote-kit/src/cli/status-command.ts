import { getPointer, listMoves, type ReleasePointer } from '@portal/contract/pointers'
import { getRelease } from '@portal/contract/publishing'
import { print } from '@portal/domain/print'
import { type Command, readArgs } from './command.ts'
import { verdictLine } from './gate-verdict.ts'
import { openPortal, type PortalConnection } from './portal-connection.ts'
import { remoteNamed } from './remote-folders.ts'
import { moveLine, pointerLines } from './pointer-words.ts'

/** The number of changes shown. */
const shownMoves = 10

export const statusCommand: Command = {
  summary:
    'Shows which releases of a remote run for whom, what an admin has approved or stopped, what the portal’s gate runner says, and the last changes.',
  usage: '[<remote>]',
  async run(args) {
    const { positionals } = readArgs(args, { options: {}, most: 1 })
    const remote = remoteNamed(positionals[0])
    const portal = openPortal(remote)
    const { call } = portal
    const params = { remote }
    const pointer = await call(getPointer, { params })
    const { moves } = await call(listMoves, {
      params,
      query: { limit: shownMoves, include: 'all' },
    })
    const verdicts = await verdictsOn(portal, pointer)
    print(...pointerLines(pointer, verdicts), '', ...moves.map(moveLine))
    return 0
  },
}

/** By release: what the gate runner says about the stable one and the candidate. */
async function verdictsOn(
  { call }: PortalConnection,
  { remote, stable, candidate }: ReleasePointer,
): Promise<Record<string, string>> {
  const shown = [stable, candidate?.release].filter((release) => release !== undefined)
  const lines = await Promise.all(
    shown.map(async (release) => {
      const line = verdictLine(await call(getRelease, { params: { remote, release } }))
      return line === undefined ? [] : [[release, line] as const]
    }),
  )
  return Object.fromEntries(lines.flat())
}
