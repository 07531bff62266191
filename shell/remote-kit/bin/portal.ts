#!/usr/bin/env node
import { commands } from '../src/cli/commands.ts'
import { runCommand } from '../src/cli/run-command.ts'

process.exit(await runCommand(process.argv.slice(2), commands))
