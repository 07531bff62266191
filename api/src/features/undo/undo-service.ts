import type { Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import { type UndoneChange, type undoChanges } from '@portal/contract/undo'
import { isOfRemote, isUndoable } from '@portal/domain/undoable-changes'
import { slotOf } from '@portal/domain/ids'
import { meetingOf } from '@portal/domain/meeting-ref'
import { mustManagePortal } from '../../access.ts'
import type { AgendasService } from '../agendas/agendas-feature.ts'
import {
  changesSince,
  isTakenBack,
  newestChangesOf,
  originalKind,
  recordedChangeOf,
  type RecordedChange,
} from '../../platform/audit/recorded-changes.ts'
import { changedSince, type Restoring, undoneAlready } from '../../platform/audit/restoring.ts'
import type { Bodies } from '../bodies/bodies-feature.ts'
import type { Directory } from '../directory/directory-feature.ts'
import type { MappingsService } from '../mappings/mappings-feature.ts'
import type { QuartersService } from '../quarters/quarters-feature.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'

export type UndoService = {
  /**
   * Makes what was changed as it was before, in one transaction; see the contract. `mustBeFresh` refuses a person who
   * signed in too long ago for a change of rights.
   */
  undo: (
    person: Person,
    changes: readonly UndoneChange[],
    mustBeFresh: () => void,
  ) => Promise<Reply<typeof undoChanges>>
}

type Parts = {
  store: DocumentStore
  mappings: Pick<MappingsService, 'restoring'>
  agendas: Pick<AgendasService, 'restoring'>
  bodies: Pick<Bodies, 'restoring'>
  directory: Pick<Directory, 'restoring'>
  quarters: Pick<QuartersService, 'restoring'>
  releases: { restoring: Record<'ofPolicy' | 'ofSettings', Restoring> }
}

const isAgendaId = (subject: string) => meetingOf(subject) !== undefined

export function createUndoService({
  store,
  mappings,
  agendas,
  bodies,
  directory,
  quarters,
  releases,
}: Parts): UndoService {
  const restoringOf = (change: RecordedChange): Restoring => {
    const { subject } = change
    // Its id may be that of an entry, or of a slot.
    const original = originalKind(change)
    const kind = original.split(' ', 1)[0]
    if (kind === 'body') return bodies.restoring.ofBody
    if (kind === 'term') return bodies.restoring.ofTerm
    if (original === 'release policy saved') return releases.restoring.ofPolicy
    if (original === 'release settings saved') return releases.restoring.ofSettings
    if (slotOf(subject)) return mappings.restoring
    if (subject.startsWith('quarter-')) return quarters.restoring
    return isAgendaId(subject) ? agendas.restoring : directory.restoring
  }
  return {
    async undo(person, changes, mustBeFresh) {
      mustManagePortal(person)
      return store.transaction(async (transaction) => {
        const since: RecordedChange[] = []
        const writes: (() => Promise<void>)[] = []
        for (const change of changes) {
          const { recorded, isUndone } = await findChange(transaction, person, change)
          if (since.some(({ subject }) => subject === recorded.subject)) {
            throw new Refusal('invalid', 'Two changes of one thing can’t be undone at once.')
          }
          since.push(recorded)
          if (givesRights(recorded)) mustBeFresh()
          if (isUndone) continue
          const revision = 'entry' in change ? undefined : change.revision
          writes.push(await restoringOf(recorded)(transaction, person, recorded, revision))
        }
        for (const write of writes) await write()
        return { undone: since.map(({ subject, what }) => ({ subject, what })) }
      })
    },
  }
}

/** A term gives rights, and ends them. */
function givesRights(change: RecordedChange): boolean {
  return originalKind(change).startsWith('term ')
}

/**
 * The change, and whether this is a repeated request; refuses changes that were undone, or whose subject has changed
 * since.
 */
async function findChange(transaction: StoreOperations, person: Person, change: UndoneChange) {
  const recorded =
    'entry' in change
      ? await recordedChangeOf(transaction, change.entry)
      : await ownNewest(transaction, person, change)
  if (!recorded) throw new Refusal('notFound', 'The audit has no such change.')
  if (!isUndoable(recorded)) throw new Refusal('invalid', 'This kind of change can’t be undone.')
  const all = await changesSince(transaction, recorded)
  const since = all?.filter((other) => isOfSameDocument(recorded, other))
  const later = since?.find(({ what }) => what !== 'quarter prepared')
  if (later?.undoes?.entry === recorded.id) return { recorded, isUndone: true }
  if (!since) throw changedSince()
  if (isTakenBack(recorded, since)) throw undoneAlready()
  // The current content is compared with the change's result; a deletion has none to compare.
  const isSame = later === undefined || (recorded.after !== null && isReverted(since))
  if (!isSame) throw changedSince(later)
  return { recorded, isUndone: false }
}

/** A remote's name is the subject of its pointer, its policy and its settings. */
function isOfSameDocument(one: RecordedChange, other: RecordedChange): boolean {
  const kind = originalKind(one)
  return !isOfRemote(kind) || originalKind(other) === kind
}

/** Whether every one of these changes, newest first, is an undo or was undone. */
function isReverted(since: readonly RecordedChange[]): boolean {
  return since.every((other, index) => other.undoes ?? isTakenBack(other, since.slice(0, index)))
}

/** The person's own newest change of a subject, or the change that they have just undone. */
async function ownNewest(
  transaction: StoreOperations,
  { email }: Person,
  { subject, what }: { subject: string; what: string },
): Promise<RecordedChange | undefined> {
  const [newest] = await newestChangesOf(transaction, subject, 1)
  const isOwn = newest?.by.email === email
  const undone = isOwn && newest.undoes?.what === what ? newest.undoes.entry : undefined
  const recorded = undone === undefined ? newest : await recordedChangeOf(transaction, undone)
  if (!isOwn || recorded?.what !== what) throw changedSince(newest)
  return recorded
}
