import { isolated } from '@portal/domain/shown-text'
import { differences } from '@portal/contract/audit-differences'
import type { AuditEntry } from '@portal/contract/audit'
import { subjectInWords } from '@portal/contract/audit-words'

/** What undoing an entry's change does, in a sentence or two. */
export function undoOutcome(entry: AuditEntry): string {
  const { what, before, after } = entry
  const name = subjectInWords(entry)
  if (what === 'directory entry deleted') {
    const hadPhoto = mappingIn(before)['photoUrl'] !== undefined
    return `${isolated(name)} will be in the directory again${hadPhoto ? ', without the photo' : ''}.`
  }
  if (what === 'agenda deleted')
    return `The agenda of ${isolated(name)} will be there again, as it was.`
  return slotOutcome(`“${isolated(name)}”`, mappingIn(before), mappingIn(after))
}

type Mapping = Record<string, unknown>

function slotOutcome(slot: string, before: Mapping, after: Mapping): string {
  const [was, is] = [contentOf(before), contentOf(after)]
  if (was === undefined && is !== undefined) return `${slot} will show nothing, as before.`
  const isShown = before['active'] !== false
  const visibility = isShown
    ? `Members will see ${slot} again.`
    : `Members will no longer see ${slot}.`
  const sentences = [
    ...(was === is ? [] : [`${slot} will show “${isolated(was)}” again.`]),
    ...(isShown === (after['active'] !== false) ? [] : [visibility]),
  ]
  if (sentences.length > 0) return sentences.join(' ')
  const fields = differences(before, after).map(({ field }) => field)
  return `${slot} will be as it was before this change: ${fields.join(', ')}.`
}

/** The name of a slot's document, or the address of its embed. */
function contentOf({ documentName, documentId, embedUrl }: Mapping): string | undefined {
  const content = documentName ?? documentId ?? embedUrl
  return typeof content === 'string' ? content : undefined
}

function mappingIn(body: unknown): Mapping {
  return { ...(body as Mapping | null) }
}
