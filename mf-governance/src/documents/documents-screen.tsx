import { counted } from '@portal/domain/counted'
import { usePortal } from '@portal/remote-kit/portal'
import { foldersQuery } from '@portal/remote-kit/queries/documents'
import { keepPreviousData, useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { QueryStatus } from '@portal/remote-kit/query-status'
import { Link, useSearchParams, useLocation } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { TextField } from '@portal/shared-ui/field'
import { PageHeader } from '@portal/shared-ui/page-header'
import { ShowMore } from '@portal/shared-ui/show-more'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { ArrowLeft, CircleAlert, FolderOpen, RefreshCw, SearchX } from 'lucide-react'
import { useState, useEffect, Fragment } from 'react'
import { governancePaths } from '../governance-paths.ts'
import { governanceSentences } from '../shared/sentences.ts'
import styles from './documents-screen.module.css'
import { PaperRow } from './paper-row.tsx'
import { shownAtFirst } from './shown-at-first.ts'
import type { BoardDocument, DocumentFolders as Folders } from '@portal/contract/documents'
import { paperProblemOf, paperProblemSentences } from '@portal/domain/paper-problem'
import { Card } from '@portal/shared-ui/card'
import { paperFacts, paperKindOf } from '@portal/shared-ui/paper-kind'
import { PaperPicture } from '@portal/shared-ui/paper-picture'
import { dateText } from '../shared/resources.ts'

import type { SearchHit, SearchResults as Results } from '@portal/contract/search'
import { snippetParts } from '@portal/domain/snippet-parts'
import { isolated } from '@portal/domain/shown-text'
import { searchQuery } from './search-queries.ts'

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

/** The delay between the last key and the search, in ms. */
const pause = 250

/** The typed text, and the searched words: `?q=` in the address follows once typing pauses. */
function useSearchWords() {
  const [search, setSearch] = useSearchParams()
  const words = search.get('q') ?? ''
  const [typed, setTyped] = useState(words)
  const [followed, setFollowed] = useState(words)
  // Back and Forward change the words while the field stays mounted.
  if (followed !== words) {
    setFollowed(words)
    if (typed.trim() !== words) setTyped(words)
  }
  const wanted = typed.trim().slice(0, 200)
  useEffect(() => {
    if (wanted === words) return
    const timer = setTimeout(() => {
      setSearch(wanted ? { q: wanted } : {}, { replace: true })
    }, pause)
    return () => clearTimeout(timer)
  }, [wanted, words, setSearch])
  return { typed, setTyped, words }
}

function DocumentFolders({ folders }: Pick<Folders, 'folders'>) {
  const { timeZone } = usePortal().config.foundation
  return folders.map(({ folder, documents: inside }) => (
    <section key={folder} className={styles.folder}>
      <h2 className={styles.name}>{folder.replaceAll('/', ' › ') || 'Documents'}</h2>
      <Card flush>
        <ul className={styles.list}>
          {inside.map((document) => (
            <DocumentRow key={document.id} document={document} timeZone={timeZone} />
          ))}
        </ul>
      </Card>
    </section>
  ))
}

function DocumentRow({ document, timeZone }: { document: BoardDocument; timeZone: string }) {
  const { mime_type: mimeType, condition } = document
  const kind = paperKindOf({ mimeType, condition })
  const problem = paperProblemOf(document)
  const facts = problem
    ? paperProblemSentences[problem]
    : `${paperFacts(kind, document.pages)} · Updated ${dateText(document.modified_time, timeZone)}`
  return (
    <li>
      <PaperRow id={document.id} problem={problem}>
        <PaperPicture kind={kind} firstPage={document.first_page} size="small" />
        <span>
          <b>{document.title}</b>
          <span className={styles.facts}>{facts}</span>
        </span>
      </PaperRow>
    </li>
  )
}

/** The matching papers, best first, each linked to its best page. */
function SearchResults({ words }: { words: string }) {
  const { call } = usePortal()
  const results = useQuery(searchQuery(call, words))
  return (
    <>
      <QueryStatus
        query={results}
        loading="Searching"
        loaded={(loaded) => countText(loaded, words)}
      />
      <QueryPanel
        query={results}
        failure="Failed to search the documents"
        skeleton={<Skeleton height="20rem" label="Searching" />}
      >
        {(loaded) => (
          <>
            <p className={styles.count}>{countText(loaded)}</p>
            {loaded.hits.length === 0 ? (
              <EmptyState
                title={`Nothing found for “${isolated(words)}”`}
                icon={<SearchX aria-hidden />}
              >
                <p>Try fewer or other words. Names, folders and the text of PDFs are searched.</p>
              </EmptyState>
            ) : (
              <Card flush>
                <ol className={styles.list} aria-label="Found documents">
                  {loaded.hits.map((hit) => (
                    <Hit key={hit.id} hit={hit} />
                  ))}
                </ol>
              </Card>
            )}
          </>
        )}
      </QueryPanel>
    </>
  )
}

function Hit({ hit }: { hit: SearchHit }) {
  const { pathname, search } = useLocation()
  const { id, title, path, page, pages, snippet, problem } = hit
  const { mime_type: mimeType = '', condition } = hit
  const more = pages > 1 && `on ${pages} pages`
  const facts = [
    path.split('/').map(isolated).join(' › '),
    page !== undefined && `Page ${page}`,
    page !== undefined && more,
  ]
  return (
    <li>
      <PaperRow
        id={id}
        page={page}
        problem={problem}
        origin={{ name: 'Documents', to: `${pathname}${search}` }}
      >
        <PaperPicture
          kind={paperKindOf({ mimeType, condition })}
          firstPage={hit.first_page}
          size="small"
        />
        <span>
          <b>{title}</b>
          <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
          {problem && <span className={styles.facts}>{paperProblemSentences[problem]}</span>}
          {snippet && (
            <span className={styles.snippet}>
              {snippetParts(snippet).map(({ text, marked, start }) =>
                marked ? <mark key={start}>{text}</mark> : <Fragment key={start}>{text}</Fragment>,
              )}
            </span>
          )}
        </span>
      </PaperRow>
    </li>
  )
}

function countText({ hits, total, complete }: Results, words?: string): string {
  const search = words === undefined ? '' : ` for “${isolated(words)}”`
  const count = `${counted(total, 'document')} found${search}`
  const shown = total > hits.length ? `, the best ${hits.length} shown` : ''
  const later = complete ? '' : '. Some papers are still being indexed: there may be more soon.'
  return `${count}${shown}${later}`
}
