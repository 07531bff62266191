import type { Body } from '@portal/contract/bodies'
import type { DirectoryEntry } from '@portal/contract/directory'
import { counted } from '@portal/domain/counted'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { ProgressBar } from '@portal/shared-ui/progress-bar'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Switch } from '@portal/shared-ui/switch'
import { CircleAlert, UsersRound } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { adminPaths } from '../../admin-paths.ts'
import { AdminScreen } from '../../shared/admin-screen.tsx'
import { errorMessage } from '../../shared/api-errors.ts'
import { LeaveGuard } from '../../shared/dialogs/leave-guard.tsx'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import { useAct } from '../../shared/use-act.ts'
import { bodiesQuery } from '../../bodies/bodies-queries.ts'
import { editedDirectoryQuery } from '../directory-queries.ts'
import { directorySentences } from '../directory-sentences.ts'
import styles from './import-people.module.css'
import { type ListImport, type Outcomes, useImportPeople } from './import-queries.ts'
import { ImportResult } from './import-result.tsx'
import { ListInput } from './list-input.tsx'
import {
  type ColumnUse,
  countedLines,
  type ListedPerson,
  mostPeople,
  parseTable,
  peopleOf,
} from './list-of-people.ts'
import { ListColumns, ListPreview } from './list-preview.tsx'

/** Fills the directory from a list of people, and creates their accounts. */
export function Component() {
  const { call } = usePortal()
  const directory = useQuery(editedDirectoryQuery(call))
  const known = useQuery(bodiesQuery(call))
  return (
    <AdminScreen
      title="Import a list"
      subtitle="One list fills the directory and lets people sign in. It can be imported again: nobody is added twice."
      backTo={adminPaths.directory}
      queries={[directory, known]}
    >
      <QueryPanel
        query={directory}
        failure={directorySentences.listFailed}
        skeleton={<Skeleton height="30rem" label="Loading the directory" />}
      >
        {(entries) => (
          <QueryPanel
            query={known}
            failure="Failed to load the committees"
            skeleton={<Skeleton height="30rem" label="Loading the committees" />}
          >
            {({ bodies }) => <ImportPeople entries={entries} bodies={bodies} />}
          </QueryPanel>
        )}
      </QueryPanel>
    </AdminScreen>
  )
}

type Imported = { people: ListedPerson[]; outcomes: Outcomes }

type KnownProps = { entries: DirectoryEntry[]; bodies: Body[] }

function ImportPeople({ entries, bodies }: KnownProps) {
  const [text, setText] = useState('')
  const [imported, setImported] = useState<Imported>()
  if (imported) {
    const startAgain = () => {
      setText('')
      setImported(undefined)
    }
    return <ImportResult {...imported} onAgain={startAgain} />
  }
  return (
    <div className={styles.parts}>
      <ListInput text={text} onText={setText} />
      <ImportForm text={text} entries={entries} bodies={bodies} onImported={setImported} />
      <LeaveGuard unsaved={text.trim() !== ''}>
        This list has not been imported. It is lost if you continue.
      </LeaveGuard>
    </div>
  )
}

type ImportFormProps = KnownProps & {
  text: string
  onImported: (imported: Imported) => void
}

function ImportForm({ text, entries, bodies, onImported }: ImportFormProps) {
  // The typed text shows at once; the preview follows.
  const read = useDeferredValue(text)
  const { columns, rows } = useMemo(() => parseTable(read), [read])
  const titles = columns.map(({ title, guess }) => `${title}\t${guess}`).join('\n')
  const [chosen, setChosen] = useState<{ titles: string; uses: ColumnUse[] }>()
  const [role, setRole] = useState('')
  const [type, setType] = useState<DirectoryEntry['type']>('board')
  const [accounts, setAccounts] = useState(true)
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const [done, setDone] = useState<number>()
  // A choice belongs to the columns that it was made for.
  const uses = useMemo(
    () => (chosen?.titles === titles ? chosen.uses : columns.map(({ guess }) => guess)),
    [chosen, titles, columns],
  )
  const people = useMemo(
    () => peopleOf(rows, uses, { role: role.trim(), type }, entries, bodies),
    [rows, uses, role, type, entries, bodies],
  )
  const importing = useAct<ListImport, Outcomes>(useImportPeople(), {
    done: (outcomes, sent) => onImported({ people: sent.people, outcomes }),
    failure: (error) =>
      `${errorMessage(error) ?? 'The import was interrupted.'} Import the list again to complete it: nobody is added twice.`,
  })

  if (rows.length === 0) return null
  if (rows.length > mostPeople) {
    return (
      <Banner kind="bad" icon={<CircleAlert />} role="alert">
        This list has {counted(rows.length, 'row')}. Import at most {mostPeople} at a time.
      </Banner>
    )
  }
  const ready = people.filter(({ line, problems }) => problems.length === 0 && !leftOut.has(line))
  const start = () => {
    setDone(0)
    void importing.act({ people: ready, accounts, onProgress: ({ size }) => setDone(size) })
  }
  return (
    <>
      <ListColumns
        columns={columns}
        uses={uses}
        onUses={(next) => setChosen({ titles, uses: next })}
        role={role}
        onRole={setRole}
        type={type}
        onType={setType}
      />
      <ListPreview
        people={people}
        leftOut={leftOut}
        onLeftOut={(line, isLeftOut) => {
          const next = new Set(leftOut)
          if (isLeftOut) next.add(line)
          else next.delete(line)
          setLeftOut(next)
        }}
      />
      <div className={styles.section}>
        <Switch
          label="Create accounts for everybody with an e-mail address"
          showLabel
          checked={accounts}
          onChange={setAccounts}
        />
        <p className={styles.soft}>
          They can read the portal once they have chosen a password with the invitation that you
          hand over next. Nothing is sent.
        </p>
        <RefusalBanner sentence={importing.refused} />
        {importing.busy && (
          <ProgressBar
            label={`${done ?? 0} of ${countedLines(ready)}`}
            value={(done ?? 0) / ready.length}
          />
        )}
        <div className={styles.buttons}>
          <Button
            variant="primary"
            icon={<UsersRound />}
            busy={importing.busy}
            disabled={ready.length === 0}
            onClick={start}
          >
            Import {countedLines(ready)}
          </Button>
        </div>
      </div>
    </>
  )
}
