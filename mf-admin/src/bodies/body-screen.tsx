import type { Body, Term } from '@portal/contract/bodies'
import { boardId } from '@portal/domain/bodies'
import { counted } from '@portal/domain/counted'
import { todayIn } from '@portal/domain/days'
import { isolated } from '@portal/domain/shown-text'
import { byOffice, termState } from '@portal/domain/terms'
import { usePortal } from '@portal/remote-kit/portal'
import { directoryQuery } from '@portal/remote-kit/queries/directory'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link, useParams } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Archive, ArchiveRestore, History, Pencil, Scale, SearchX, UserPlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { useAct } from '../shared/use-act.ts'
import { useUndoableToast } from '../shared/undo/use-undo.ts'
import { AccessSection } from './access-section.tsx'
import {
  bodiesFailure,
  bodiesQuery,
  type KnownBodies,
  useDeleteTerm,
  useSaveBody,
} from './bodies-queries.ts'
import { inOffice, rulesInWords, termInWords } from './bodies-words.ts'
import sections from '../shared/sections.module.css'
import styles from './bodies.module.css'
import { BodyDialog } from './body-dialog.tsx'
import { RulesBadge } from './committees-screen.tsx'
import { RulesDialog } from './rules-dialog.tsx'
import { EditTermDialog, NewTermDialog } from './term-dialog.tsx'
import { TermSection } from './term-table.tsx'

/** A body: who is in it, who was and will be, and the rules that it decides by. */
export function Component() {
  const { body: id = '' } = useParams()
  const { call } = usePortal()
  const known = useQuery(bodiesQuery(call))
  const body = known.data?.bodies.find((each) => each.id === id)
  return (
    <AdminScreen
      title={body?.name ?? 'Committee'}
      {...(body?.purpose && { subtitle: body.purpose })}
      backTo={adminPaths.committees}
      queries={[known]}
    >
      <QueryPanel
        query={known}
        failure="Failed to load the committee"
        skeleton={<Skeleton height="30rem" label="Loading the committee" />}
      >
        {(all) => (body ? <Parts key={id} body={body} known={all} /> : <Unknown />)}
      </QueryPanel>
    </AdminScreen>
  )
}

function Unknown() {
  return (
    <Card>
      <EmptyState title="No such committee" icon={<SearchX />}>
        The board has no committee at this address.
      </EmptyState>
    </Card>
  )
}

type OpenDialog =
  | { kind: 'add' | 'edit body' | 'rules' | 'state' }
  | { kind: 'edit' | 'delete'; term: Term }

function Parts({ body, known }: { body: Body; known: KnownBodies }) {
  const { call, config } = usePortal()
  const today = todayIn(config.foundation.timeZone)
  const { data: entries } = useQuery(directoryQuery(call))
  const [dialog, setDialog] = useState<OpenDialog>()
  const heading = useRef<HTMLHeadingElement>(null)
  const own = known.terms.filter((term) => term.body === body.id).toSorted(byOffice)
  const inState = Map.groupBy(own, (term) => termState(term, today))
  const { voting } = inOffice(known.terms, body.id, today)
  const isActive = body.state === 'active'
  const close = () => setDialog(undefined)
  const terms = {
    today,
    people: entries && new Set(entries.map(({ id }) => id)),
    onEdit: (term: Term) => setDialog({ kind: 'edit', term }),
    onDelete: (term: Term) => setDialog({ kind: 'delete', term }),
  }
  const past = (inState.get('past') ?? []).toSorted((a, b) =>
    (a.to ?? '') < (b.to ?? '') ? 1 : -1,
  )
  return (
    <div className={sections.parts}>
      <div className={sections.buttons}>
        {isActive ? (
          <Button variant="primary" icon={<UserPlus />} onClick={() => setDialog({ kind: 'add' })}>
            Add somebody
          </Button>
        ) : (
          <Badge>Dissolved</Badge>
        )}
        <Button icon={<Pencil />} onClick={() => setDialog({ kind: 'edit body' })}>
          Edit name and color
        </Button>
        {body.id !== boardId && (
          <Button
            variant="quiet"
            icon={isActive ? <Archive /> : <ArchiveRestore />}
            onClick={() => setDialog({ kind: 'state' })}
          >
            {isActive ? 'Dissolve' : 'Make it active again'}
          </Button>
        )}
        <Link to={adminPaths.audit(body.id)} className={buttonStyle('quiet')}>
          <History /> Its changes
        </Link>
      </div>
      <TermSection
        {...terms}
        title="In office"
        terms={inState.get('current') ?? []}
        heading={heading}
        empty="Nobody is in office today."
      />
      <TermSection {...terms} title="Begins later" terms={inState.get('upcoming') ?? []} />
      <TermSection {...terms} title="Past terms" terms={past} />
      <AccessSection body={body} />
      <RulesSection body={body} voting={voting} onChange={() => setDialog({ kind: 'rules' })} />
      {dialog?.kind === 'add' && (
        <NewTermDialog body={body} people={entries ?? []} onClose={close} />
      )}
      {dialog?.kind === 'edit' && <EditTermDialog term={dialog.term} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <DeleteTermDialog
          term={dialog.term}
          onClose={close}
          onDeleted={() => {
            close()
            // The button that opened the dialog is gone with its row.
            requestAnimationFrame(() => heading.current?.focus())
          }}
        />
      )}
      {dialog?.kind === 'edit body' && (
        <BodyDialog body={body} bodies={known.bodies} onClose={close} />
      )}
      {dialog?.kind === 'rules' && <RulesDialog body={body} voting={voting} onClose={close} />}
      {dialog?.kind === 'state' && <StateDialog body={body} onClose={close} />}
    </div>
  )
}

type RulesSectionProps = { body: Body; voting: number; onChange: () => void }

function RulesSection({ body, voting, onChange }: RulesSectionProps) {
  const id = useId()
  return (
    <Card as="section" className={sections.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>Rules</h2>
        <RulesBadge body={body} />
      </div>
      <p>
        How this body decides. {counted(voting, 'voting member')} in office today. The portal gives
        no legal advice.
      </p>
      <dl className={styles.facts}>
        {rulesInWords(body, voting).map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={sections.buttons}>
        <Button icon={<Scale />} onClick={onChange}>
          Change or confirm the rules
        </Button>
      </div>
    </Card>
  )
}

type DeleteTermDialogProps = { term: Term; onClose: () => void; onDeleted: () => void }

function DeleteTermDialog({ term, onClose, onDeleted }: DeleteTermDialogProps) {
  const today = todayIn(usePortal().config.foundation.timeZone)
  const undoableToast = useUndoableToast()
  const name = isolated(term.name)
  const deleting = useAct(useDeleteTerm(), {
    done: ({ id }) => {
      const undone = [{ subject: id, what: 'term deleted' }]
      undoableToast(`The term of ${name} is deleted`, undone, { kind: 'good' })
      onDeleted()
    },
    failure: bodiesFailure,
  })
  return (
    <ActDialog
      of={deleting}
      title={`Delete the term of ${name}?`}
      verb="Delete the term"
      danger
      onConfirm={() => void deleting.act(term)}
      onClose={onClose}
    >
      <p>{termInWords(term, today)}.</p>
      <p>
        Delete only a term that was never true. If it has ended, edit it and set its last day: it is
        listed under past terms then.
      </p>
    </ActDialog>
  )
}

function StateDialog({ body, onClose }: { body: Body; onClose: () => void }) {
  const undoableToast = useUndoableToast()
  const isActive = body.state === 'active'
  const name = isolated(body.name)
  const saving = useAct(useSaveBody(), {
    done: ({ id }) => {
      const undone = [{ subject: id, what: 'body saved' }]
      undoableToast(isActive ? `${name} is dissolved` : `${name} is active again`, undone, {
        kind: 'good',
      })
      onClose()
    },
    failure: bodiesFailure,
  })
  return (
    <ActDialog
      of={saving}
      title={isActive ? `Dissolve ${name}?` : `Make ${name} active again?`}
      verb={isActive ? 'Dissolve it' : 'Make it active again'}
      danger={isActive}
      onConfirm={() =>
        void saving.act({
          id: body.id,
          revision: body.revision,
          state: isActive ? 'dissolved' : 'active',
        })
      }
      onClose={onClose}
    >
      <p>
        {isActive
          ? 'Members no longer see it in the directory, and nobody can be added. Its terms are kept.'
          : 'Members see it in the directory again, with everybody whose term has not ended.'}
      </p>
    </ActDialog>
  )
}
