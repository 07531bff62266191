import type { Command } from './command.ts'
import { statusCommand } from './status-command.ts'

/** What `portal` can do, by its words, in the order in which its help lists them. */
export const commands: Record<string, Command> = {
  status: statusCommand,
}
