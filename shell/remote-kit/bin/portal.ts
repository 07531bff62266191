#!/usr/bin/env node
import { tooOldNode } from '../src/cli/node-version.ts'

const refusal = tooOldNode(process.versions.node)
if (refusal !== undefined) {
  // oxlint-disable-next-line no-console -- an older Node can't load the module that prints
  console.error(refusal)
  process.exit(1)
}
// An older Node can't even load these.
const { commands } = await import('../src/cli/commands.ts')
const { runCommand } = await import('../src/cli/run-command.ts')

process.exit(await runCommand(process.argv.slice(2), commands))
