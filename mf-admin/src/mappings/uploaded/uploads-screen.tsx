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
import { useState } from 'react'
import { AdminScreen } from '../../shared/admin-screen.tsx'
import { VersionsDialog } from '../versions/versions-dialog.tsx'
import { DeleteUploadDialog } from './delete-upload-dialog.tsx'
import { DriveFoldersSection } from './drive-folders-section.tsx'
import { RenameUploadDialog } from './rename-upload-dialog.tsx'
import { UploadRow } from './upload-row.tsx'
import { uploadsQuery, uploadsStep } from './uploads-queries.ts'
import styles from './uploads-screen.module.css'

type Asked = { kind: 'rename' | 'delete' | 'versions'; paper: UploadedPaper }

/** Every uploaded paper and where it is used, and which folders of the drive members see. */
export function Component() {
  const { call } = usePortal()
  const [q, setQ] = useState('')
  const [limit, setLimit] = useState(uploadsStep)
  const [asked, setAsked] = useState<Asked>()
  const uploads = useQuery(uploadsQuery(call, { q: q.trim(), limit }))
  const close = () => setAsked(undefined)
  const { paper } = asked ?? {}
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
                {papers.map((one) => (
                  <UploadRow
                    key={one.document.id}
                    paper={one}
                    onAsk={(kind) => setAsked({ kind, paper: one })}
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
      {paper && asked?.kind === 'rename' && <RenameUploadDialog paper={paper} onClose={close} />}
      {paper && asked?.kind === 'delete' && <DeleteUploadDialog paper={paper} onClose={close} />}
      {paper && asked?.kind === 'versions' && (
        <VersionsDialog paper={paper.document} onClose={close} />
      )}
    </AdminScreen>
  )
}
