import { counted } from '@portal/domain/counted'
import { usePortal } from '@portal/remote-kit/portal'
import { foldersQuery } from '@portal/remote-kit/queries/documents'
import { keepPreviousData, useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { QueryStatus } from '@portal/remote-kit/query-status'
import { Link } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { TextField } from '@portal/shared-ui/field'
import { PageHeader } from '@portal/shared-ui/page-header'
import { ShowMore } from '@portal/shared-ui/show-more'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { ArrowLeft, CircleAlert, FolderOpen, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { governancePaths } from '../governance-paths.ts'
import { governanceSentences } from '../shared/sentences.ts'
import { DocumentFolders } from './document-folders.tsx'
import styles from './documents-screen.module.css'
import { SearchResults } from './search-results.tsx'
import { shownAtFirst } from './shown-at-first.ts'
import { useSearchWords } from './use-search-words.ts'

/** The papers by folder, or those that contain the searched words. */
export function Component() {
  const { typed, setTyped, words } = useSearchWords()
  return (
    <>
      <PageHeader
        title="Documents"
        back={
          <Link to={governancePaths.governance} className={styles.back}>
            <ArrowLeft aria-hidden /> Governance & Policies
          </Link>
        }
      />
      <div role="search" className={styles.search} data-print="hide">
        <TextField
          label="Search all papers"
          hint="Words of a name, a folder or a page"
          type="search"
          autoComplete="off"
          maxLength={200}
          value={typed}
          onChange={setTyped}
        />
      </div>
      {words ? <SearchResults words={words} /> : <AllDocuments />}
    </>
  )
}

/** How many documents are shown at a time after the first. */
const step = 200

function AllDocuments() {
  const { call } = usePortal()
  const [limit, setLimit] = useState(shownAtFirst)
  // The list stays while it grows.
  const documents = useQuery({ ...foldersQuery(call, limit), placeholderData: keepPreviousData })
  return (
    <>
      <QueryStatus
        query={documents}
        loading="Loading documents"
        loaded={({ total }) => counted(total, 'document')}
      />
      <QueryPanel
        query={documents}
        failure={governanceSentences.documentsFailed}
        skeleton={<Skeleton height="28rem" label="Loading documents" />}
      >
        {({ folders, total }) => (
          <>
            {documents.isRefetchError && (
              <div className={styles.stale}>
                <Banner
                  kind="warn"
                  role="alert"
                  icon={<CircleAlert aria-hidden />}
                  action={
                    <Button
                      icon={<RefreshCw aria-hidden />}
                      busy={documents.isFetching}
                      onClick={() => void documents.refetch()}
                    >
                      Try Again
                    </Button>
                  }
                >
                  {governanceSentences.documentsStale}
                </Banner>
              </div>
            )}
            {total === 0 ? (
              <EmptyState title="No documents yet" icon={<FolderOpen aria-hidden />}>
                <p>Documents show here once your Board Liaison has synced the drive.</p>
              </EmptyState>
            ) : (
              <>
                <DocumentFolders folders={folders} />
                <ShowMore
                  shown={folders.reduce((sum, { documents: inside }) => sum + inside.length, 0)}
                  total={total}
                  onMore={() => setLimit((shown) => shown + step)}
                />
              </>
            )}
          </>
        )}
      </QueryPanel>
    </>
  )
}
