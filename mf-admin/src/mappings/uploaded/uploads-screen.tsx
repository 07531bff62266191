import { isQuarterly, type OtherMeeting } from '@portal/domain/meeting-ref'
import { quarterName } from '@portal/domain/quarter'
import type { UploadedPaper } from '@portal/contract/uploads'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { TextField } from '@portal/shared-ui/field'
import { ShowMore } from '@portal/shared-ui/show-more'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { FileUp } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useTitleOf } from '../../meetings/meeting-frame.tsx'
import { AdminScreen } from '../../shared/admin-screen.tsx'
import { VersionsDialog } from '../versions/versions-dialog.tsx'
import {
  uploadsQuery,
  uploadsStep,
  useDeleteUpload,
  useRenameUpload,
  foldersQuery,
  useSwitchFolder,
} from './uploads-queries.ts'
import styles from './uploads-screen.module.css'
import { isolated } from '@portal/domain/shown-text'
import { ActDialog } from '../../shared/dialogs/act-dialog.tsx'
import { errorMessage } from '../../shared/api-errors.ts'
import { useAct } from '../../shared/use-act.ts'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import { counted } from '@portal/domain/counted'
import { Switch } from '@portal/shared-ui/switch'
import { badToast, goodToast } from '../mappings-sentences.ts'
import { slotOf } from '@portal/domain/ids'
import { paperProblemOf, paperProblemSentences } from '@portal/domain/paper-problem'
import { dateText } from '@portal/domain/time-text'
import { Link } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { adminPaths } from '../../admin-paths.ts'
import { CorrectionProposal } from '../../shared/corrections/correction-proposal.tsx'
import { useCorrection } from '../../shared/corrections/correction-queries.ts'

type OpenDialog = { kind: 'rename' | 'delete' | 'versions'; paper: UploadedPaper }

/** Every uploaded paper and where it is used, and which folders of the drive members see. */
export function Component() {
  const { call } = usePortal()
  const [q, setQ] = useState('')
  const [limit, setLimit] = useState(uploadsStep)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const uploads = useQuery(uploadsQuery(call, { q: q.trim(), limit }))
  const close = () => setOpenDialog(undefined)
  const { paper } = openDialog ?? {}
  return (
    <AdminScreen
      title="Uploads"
      subtitle="The papers that were uploaded to the portal. Members see one only while a published slot shows it."
      queries={[uploads]}
    >
      <div className={styles.search}>
        <TextField
          type="search"
          label="Search by name"
          autoComplete="off"
          value={q}
          onChange={setQ}
        />
      </div>
      <QueryPanel
        query={uploads}
        failure="Failed to load the uploads"
        skeleton={<Skeleton height="24rem" label="Loading the uploads" />}
      >
        {({ papers, total }) =>
          total === 0 ? (
            <Card>
              <EmptyState
                title={q.trim() === '' ? 'No papers uploaded' : 'No results found'}
                icon={<FileUp />}
              >
                {q.trim() === ''
                  ? 'Drop papers on any page of the admin area to upload them.'
                  : 'No uploaded paper has these words in its name. Try fewer letters.'}
              </EmptyState>
            </Card>
          ) : (
            <>
              <ul className={styles.papers} aria-label="Uploaded papers">
                {papers.map((listed) => (
                  <UploadRow
                    key={listed.document.id}
                    paper={listed}
                    onAsk={(kind) => setOpenDialog({ kind, paper: listed })}
                  />
                ))}
              </ul>
              <ShowMore
                shown={papers.length}
                total={total}
                onMore={() => setLimit(limit + uploadsStep)}
              />
            </>
          )
        }
      </QueryPanel>
      <DriveFoldersSection />
      {paper && openDialog?.kind === 'rename' && (
        <RenameUploadDialog paper={paper} onClose={close} />
      )}
      {paper && openDialog?.kind === 'delete' && (
        <DeleteUploadDialog paper={paper} onClose={close} />
      )}
      {paper && openDialog?.kind === 'versions' && (
        <VersionsDialog paper={paper.document} onClose={close} />
      )}
    </AdminScreen>
  )
}

type DeleteUploadDialogProps = { paper: UploadedPaper; onClose: () => void }

function DeleteUploadDialog({ paper, onClose }: DeleteUploadDialogProps) {
  const { toast } = usePortal()
  const deletion = useAct(useDeleteUpload(), {
    done: () => {
      toast('Paper deleted', { kind: 'good' })
      onClose()
    },
    failure: (error) => errorMessage(error) ?? 'The paper could not be deleted. Please try again.',
  })
  const { document, slots } = paper
  return (
    <ActDialog
      of={deletion}
      title={`Delete ${isolated(document.name)}?`}
      verb="Delete"
      danger
      onConfirm={() => void deletion.act(paper)}
      onClose={onClose}
    >
      <p>
        {slots.length === 0
          ? 'No slot uses this paper.'
          : `Members will read that the paper of ${slots.map(({ title }) => isolated(title)).join(', ')} isn’t in the portal.`}{' '}
        To take only its words back, withdraw its versions instead. This can’t be undone.
      </p>
    </ActDialog>
  )
}

type RenameUploadDialogProps = { paper: UploadedPaper; onClose: () => void }

function RenameUploadDialog({ paper, onClose }: RenameUploadDialogProps) {
  const { toast } = usePortal()
  const rename = useAct(useRenameUpload(), {
    done: () => {
      toast('Paper renamed', { kind: 'good' })
      onClose()
    },
    failure: (error) => errorMessage(error) ?? 'The paper could not be renamed. Please try again.',
  })
  const [name, setName] = useState(paper.document.name)
  const wanted = name.trim()
  return (
    <FormDialog
      title={`Rename ${isolated(paper.document.name)}`}
      verb="Rename"
      unsaved={wanted !== paper.document.name}
      busy={rename.busy}
      disabled={wanted === '' || wanted === paper.document.name}
      refused={rename.refused}
      onSubmit={() => void rename.act({ paper, name: wanted })}
      onClose={onClose}
    >
      <TextField label="Name" value={name} onChange={setName} autoComplete="off" />
    </FormDialog>
  )
}

/** Which folders of the drive members see in Documents and in the search. */
function DriveFoldersSection() {
  const { call } = usePortal()
  const folders = useQuery(foldersQuery(call))
  const switchFolder = useFolderSwitch()
  return (
    <section aria-labelledby="drive-folders" className={styles.drive}>
      <h2 id="drive-folders">Folders of the drive</h2>
      <p className={styles.about}>
        Members find papers of open folders in Documents and in the search, unless only hidden slots
        hold them. A paper in a published slot is seen whatever its folder is.
      </p>
      <QueryPanel
        query={folders}
        failure="Failed to load the folders"
        skeleton={<Skeleton height="12rem" label="Loading the folders" />}
      >
        {({ folders: all, revision }) => (
          <Card flush>
            <ul className={styles.folders} aria-label="Folders of the drive">
              {all.map(({ folder, closed, papers }) => (
                <li key={folder} className={styles.folder}>
                  <div className={styles.what}>
                    {folder === '' ? 'The drive’s own folder' : folder}
                    <p className={styles.facts}>
                      {counted(papers, 'paper')}, {closed ? 'closed to members' : 'open to members'}
                    </p>
                  </div>
                  <Switch
                    label={`Show ${folder === '' ? 'the drive’s own folder' : folder} to members`}
                    checked={!closed}
                    onChange={(isOpen) => void switchFolder({ folder, closed: !isOpen, revision })}
                  />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </QueryPanel>
    </section>
  )
}

/** Opens a folder of the drive to members or closes it, with a message that can put it back. */
function useFolderSwitch() {
  const { toast } = usePortal()
  const change = useAct(useSwitchFolder(), {
    done: ({ revision }, { folder, closed }) => {
      const back = { folder, closed: !closed, revision }
      toast(closed ? 'Closed to members' : 'Open to members', {
        ...goodToast,
        action: { label: 'Undo', onSelect: () => void change.act(back) },
      })
    },
    failure: (error) => {
      toast(errorMessage(error) ?? 'The folder could not be switched. Please try again.', badToast)
      return undefined
    },
  })
  return change.act
}

type UploadRowProps = {
  paper: UploadedPaper
  onAsk: (kind: 'rename' | 'delete' | 'versions') => void
}

/** An uploaded paper: where it is used, whether members see it, and what can be done with it. */
function UploadRow({ paper: { document, slots, seen }, onAsk }: UploadRowProps) {
  const { timeZone } = usePortal().config.foundation
  const { id, name, created_time: uploadedAt } = document
  const problem = paperProblemOf(document)
  const proposed = useCorrection(slots.length === 0 ? id : undefined)
  return (
    <Card as="li" className={styles.row}>
      <div className={styles.what}>
        <Link to={adminPaths.paper(id)}>{name}</Link>
        <p className={styles.facts}>Uploaded {dateText(uploadedAt, timeZone)}</p>
        {problem && <p>{paperProblemSentences[problem]}</p>}
        <p>
          {slots.length === 0 ? 'Not used in any slot.' : <Places slots={slots} />}{' '}
          {seen ? 'Members see it now.' : 'Members don’t see it yet.'}
        </p>
        {proposed && <CorrectionProposal name={name} proposed={proposed} />}
      </div>
      <div className={styles.acts}>
        <Button onClick={() => onAsk('rename')}>
          Rename<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        <Button onClick={() => onAsk('versions')}>
          Versions and withdrawal<VisuallyHidden> of {isolated(name)}</VisuallyHidden>
        </Button>
        <Button variant="quiet" onClick={() => onAsk('delete')}>
          Delete<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </div>
    </Card>
  )
}

/** "Used in Budget, Q4 2026; Letter, Audit meeting." */
function Places({ slots }: Pick<UploadedPaper, 'slots'>) {
  return (
    <>
      Used in{' '}
      {slots.map(({ id, title }, index) => {
        const slot = slotOf(id)
        const of = slot?.kind === 'meeting' ? slot : undefined
        return (
          <Fragment key={id}>
            {index > 0 && '; '}
            {of ? `${isolated(title)}, ` : title}
            {of && (isQuarterly(of) ? quarterName(of) : <MeetingLink of={of} />)}
          </Fragment>
        )
      })}
      .
    </>
  )
}

function MeetingLink({ of }: { of: OtherMeeting }) {
  return <Link to={adminPaths.mappings({ meeting: of.meeting })}>{useTitleOf(of)}</Link>
}
