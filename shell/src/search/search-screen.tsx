import { useViewInUrl } from '@portal/remote-kit/use-view-in-url'
import { buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { TextField } from '@portal/shared-ui/field'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Link, useLocation } from 'react-router-dom'
import { maxWords } from './everything-query.ts'
import { FoundList } from './found-list.tsx'
import { countText, FoundResults } from './found-results.tsx'
import { isFoundKind } from './kind-words.ts'
import { quarterOfValue } from './offered-quarters.ts'
import { KindFilter, QuarterFilter } from './search-filters.tsx'
import { searchAddress } from './search-address.ts'
import styles from './search-screen.module.css'
import { useSearch } from './use-search.ts'

/** All results of a search, with filters: `?q=reserve&kind=paper&quarter=2026-Q4`. */
export function Component() {
  const view = useViewInUrl()
  const named = view.params.get('kind')
  const kind = isFoundKind(named) ? named : undefined
  const quarter = quarterOfValue(view.params.get('quarter'))
  const search = useSearch(view.search, { kind, quarter, limit: 50 })
  const { words, isIdle, query } = search
  const address = useLocation()
  const origin = { name: 'Search', to: `${address.pathname}${address.search}` }
  return (
    <>
      <PageHeader title="Search" />
      <form
        role="search"
        className={styles.form}
        data-print="hide"
        onSubmit={(event) => {
          event.preventDefault()
          search.settle()
        }}
      >
        <TextField
          className={styles.field}
          label="Search papers, agendas, people and your notes"
          type="search"
          autoComplete="off"
          maxLength={maxWords}
          value={view.search}
          onChange={view.setSearch}
        />
        <QuarterFilter quarter={quarter} onChange={(value) => view.set('quarter', value)} />
        {!isIdle && (
          <KindFilter
            kind={kind}
            counts={query.data?.counts}
            onChange={(value) => view.set('kind', value)}
          />
        )}
      </form>
      <FoundResults
        search={search}
        onNothing={
          (kind || quarter) && (
            <Link replace to={searchAddress(words)} className={buttonStyle()}>
              Search all kinds and quarters
            </Link>
          )
        }
      >
        {(found) => (
          <>
            <p className={styles.count}>{countText(found)}</p>
            <Card flush>
              <FoundList found={found} words={words} origin={origin} />
            </Card>
          </>
        )}
      </FoundResults>
    </>
  )
}
