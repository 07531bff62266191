import type { MeetingRef } from '@portal/domain/meeting-ref'
import { isRestricted } from '@portal/domain/may-read'
import { changeInWords, whoInWords } from '@portal/domain/audit-words'
import { dateTimeText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { AgendaHead } from '@portal/shared-ui/agenda-head'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { History } from 'lucide-react'
import { useState } from 'react'
import bodyStyles from '../../shared/dialogs/dialog-body.module.css'
import { type AgendaDraft, isSameDraft, plannedAgenda } from '../draft/agenda-draft.ts'
import choiceStyles from '../../shared/dialogs/choices.module.css'
import { itemsInWords } from '../templates/items-in-words.ts'
import { ItemsPreview } from '../templates/items-preview.tsx'
import { useMeetingName } from '../meeting-name.ts'
import styles from './agenda-history.module.css'
import { agendaHistoryQuery, type AgendaVersion, agendaVersions } from './agenda-versions.ts'

type AgendaHistoryProps = {
  meeting: MeetingRef
  /** What is stored now. */
  stored: AgendaDraft
  unsaved: boolean
  /** `savedAt` is when the version was saved, in words. */
  onRestore: (restored: AgendaDraft, savedAt: string) => void
}

/** Opens the versions that an agenda has had; one of them can be saved again. */
export function AgendaHistory({ onRestore, ...rest }: AgendaHistoryProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" icon={<History />} onClick={() => setOpen(true)}>
        History
      </Button>
      {open && (
        <HistoryDialog
          {...rest}
          onRestore={(...restored) => {
            setOpen(false)
            onRestore(...restored)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type HistoryDialogProps = AgendaHistoryProps & { onClose: () => void }

function HistoryDialog({ meeting, stored, unsaved, onRestore, onClose }: HistoryDialogProps) {
  const { call, config } = usePortal()
  /** Where the shown page and the newer ones begin; the newest has none. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const [chosenId, setChosenId] = useState<string>()
  const history = useQuery(agendaHistoryQuery(call, meeting, cursors.at(-1)))
  const versions = agendaVersions(history.data ?? { entries: [] })
  const chosen = versions.find(({ id }) => id === chosenId)
  const isStored = chosen && isSameDraft(chosen.draft, stored)
  const hasClosedItems = stored.items.some((item) => item.closed || isRestricted(item))
  const { next } = history.data ?? {}
  const savedAt = ({ entry }: AgendaVersion) => dateTimeText(entry.at, config.foundation.timeZone)
  return (
    <Dialog
      open
      title={`History of the agenda of ${useMeetingName(meeting)}`}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={<History />}
            disabled={!chosen || isStored}
            onClick={() => chosen && onRestore(chosen.draft, savedAt(chosen))}
          >
            Restore this version
          </Button>
        </>
      }
    >
      <div className={bodyStyles.body}>
        <p>
          Restoring saves the version’s title, times, place and items again. The agenda stays
          published or a draft, and today’s version stays in this list.
          {hasClosedItems && ' Closed items stay as they are now; this list doesn’t include them.'}
          {unsaved && ' What you haven’t saved is replaced; Undo in the editor brings it back.'}
        </p>
        <QueryPanel
          query={history}
          failure="Failed to load the history."
          skeleton={<Skeleton height="12rem" label="Loading the history" />}
        >
          {() => (
            <div className={choiceStyles.sources} role="radiogroup" aria-label="Versions">
              {versions.map((version) => (
                <VersionChoice
                  key={version.id}
                  version={version}
                  isStored={isSameDraft(version.draft, stored)}
                  chosen={version === chosen}
                  onChoose={() => setChosenId(version.id)}
                />
              ))}
              {versions.length === 0 && <p>No version has been saved yet.</p>}
            </div>
          )}
        </QueryPanel>
        <div className={styles.pages}>
          {cursors.length > 0 && (
            <Button onClick={() => setCursors((all) => all.slice(0, -1))}>Newer versions</Button>
          )}
          {next !== undefined && (
            <Button onClick={() => setCursors((all) => [...all, next])}>Older versions</Button>
          )}
        </div>
        {chosen && (
          <section className={choiceStyles.preview} aria-labelledby="version-preview">
            <h3 id="version-preview">What this version has</h3>
            <p>{chosen.draft.title}</p>
            <p>
              <AgendaHead
                agenda={{ ...chosen.draft, ...plannedAgenda(chosen.draft) }}
                timeZone={config.foundation.timeZone}
              />
            </p>
            <ItemsPreview label="Items of this version" draft={chosen.draft} />
          </section>
        )}
      </div>
    </Dialog>
  )
}

type VersionChoiceProps = {
  version: AgendaVersion
  isStored: boolean
  chosen: boolean
  onChoose: () => void
}

function VersionChoice({ version, isStored, chosen, onChoose }: VersionChoiceProps) {
  const { timeZone } = usePortal().config.foundation
  const { entry, draft, isBefore } = version
  const change = `${changeInWords(entry.what)} by ${whoInWords(entry)}`
  return (
    <label className={choiceStyles.source}>
      <input type="radio" name="agenda-version" checked={chosen} onChange={onChoose} />
      <span className={choiceStyles.name}>
        {isBefore && 'Before '}
        {dateTimeText(entry.at, timeZone)} {isStored && <Badge kind="accent">Stored now</Badge>}
      </span>
      <span className={choiceStyles.detail}>
        {[!isBefore && change, itemsInWords(draft)].filter(Boolean).join(', ')}
      </span>
    </label>
  )
}
