import { counted } from '@portal/domain/counted'
import type { SearchHit, SearchResults as Results } from '@portal/contract/search'
import { snippetParts } from '@portal/contract/snippet-parts'
import { paperProblemSentences } from '@portal/domain/paper-problem'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { QueryStatus } from '@portal/remote-kit/query-status'
import { useLocation } from '@portal/remote-kit/router'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { paperKindOf } from '@portal/shared-ui/paper-kind'
import { PaperPicture } from '@portal/shared-ui/paper-picture'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { SearchX } from 'lucide-react'
import { Fragment } from 'react'
import { PaperRow } from './paper-row.tsx'
import { searchQuery } from './search-queries.ts'
import styles from './documents-screen.module.css'

/** The matching papers, best first, each linked to its best page. */
export function SearchResults({ words }: { words: string }) {
  const { call } = usePortal()
  const results = useQuery(searchQuery(call, words))
  return (
    <>
      <QueryStatus
        query={results}
        loading="Searching"
        loaded={(found) => countText(found, words)}
      />
      <QueryPanel
        query={results}
        failure="Failed to search the documents"
        skeleton={<Skeleton height="20rem" label="Searching" />}
      >
        {(found) => (
          <>
            <p className={styles.count}>{countText(found)}</p>
            {found.hits.length === 0 ? (
              <EmptyState
                title={`Nothing found for “${isolated(words)}”`}
                icon={<SearchX aria-hidden />}
              >
                <p>Try fewer or other words. Names, folders and the text of PDFs are searched.</p>
              </EmptyState>
            ) : (
              <Card flush>
                <ol className={styles.list} aria-label="Found documents">
                  {found.hits.map((hit) => (
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
  const asked = words === undefined ? '' : ` for “${isolated(words)}”`
  const found = `${counted(total, 'document')} found${asked}`
  const shown = total > hits.length ? `, the best ${hits.length} shown` : ''
  const later = complete ? '' : '. Some papers are still being indexed: there may be more soon.'
  return `${found}${shown}${later}`
}
