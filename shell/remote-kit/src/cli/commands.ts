import { adminsCommand, notesCommand } from './admins-command.ts'
import { auditCommand } from './audit-command.ts'
import { checkCommand } from './check-command.ts'
import type { Command } from './command.ts'
import { createCommand } from './create-command.ts'
import { denyCommand } from './deny-command.ts'
import { devCommand } from './dev-command.ts'
import { diffCommand } from './diff-command.ts'
import { gateCommand } from './gate-command.ts'
import { portalWorkspace } from './portal-workspace.ts'
import { previewCommand } from './preview-command.ts'
import { promoteCommand } from './promote-command.ts'
import { publishCommand } from './publish-command.ts'
import { rollbackCommand } from './rollback-command.ts'
import { statusCommand } from './status-command.ts'

/** The commands of `portal`, in the order of its help. */
export const commands: Record<string, Command> = {
  dev: devCommand,
  create: createCommand,
  check: checkCommand,
  publish: publishCommand,
  preview: previewCommand,
  promote: promoteCommand,
  rollback: rollbackCommand,
  deny: denyCommand,
  status: statusCommand,
  diff: diffCommand,
  // For operators, who run them where the portal is.
  ...(portalWorkspace
    ? { gate: gateCommand, audit: auditCommand, admins: adminsCommand, notes: notesCommand }
    : {}),
}
