import { useViewInUrl } from '@portal/remote-kit/use-view-in-url'
import { buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { TextField, SelectField } from '@portal/shared-ui/field'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Link, useLocation } from 'react-router-dom'
import { maxWords, useSearch, searchAddress } from './use-search.ts'
import { FoundList, isFoundKind, kindWords } from './found-list.tsx'
import { countText, FoundResults } from './found-results.tsx'

import styles from './search-screen.module.css'

import {
  type FoundEverything,
  type FoundKind,
  foundKinds,
} from '@portal/contract/search-everything'
import {
  currentQuarter,
  type Quarter,
  quarterName,
  compareQuarters,
  parseQuarter,
} from '@portal/domain/quarter'
import { listMeetings } from '@portal/contract/all-meetings'
import { usePortal } from '@portal/remote-kit/portal'
import { quartersQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'
import { Segmented } from '@portal/shared-ui/segmented'

/** All results of a search, with filters: `?q=reserve&kind=paper&quarter=2026-Q4&body=finance`. */
export function Component() {
  const view = useViewInUrl()
  const named = view.params.get('kind')
  const kind = isFoundKind(named) ? named : undefined
  const quarter = quarterOfValue(view.params.get('quarter'))
  const body = view.params.get('body') ?? undefined
  const search = useSearch(view.search, { kind, quarter, body, limit: 50 })
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
        <BodyFilter body={body} onChange={(value) => view.set('body', value)} />
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
          (kind || quarter || body) && (
            <Link replace to={searchAddress(words)} className={buttonStyle()}>
              {body ? 'Search everything' : 'Search all kinds and quarters'}
            </Link>
          )
        }
      >
        {(results) => (
          <>
            <p className={styles.count}>{countText(results)}</p>
            <Card flush>
              <FoundList found={results} words={words} origin={origin} />
            </Card>
          </>
        )}
      </FoundResults>
    </>
  )
}

type KindFilterProps = {
  kind: FoundKind | undefined
  /** The number of results by kind, once known. */
  counts: FoundEverything['counts'] | undefined
  onChange: (kind: FoundKind | '') => void
}

function KindFilter({ kind, counts, onChange }: KindFilterProps) {
  const sum = counts && foundKinds.reduce((all, option) => all + (counts[option] ?? 0), 0)
  const option = (label: string, count: number | undefined) => (
    <>
      {label} <span className={styles.number}>{count}</span>
    </>
  )
  return (
    <Segmented<FoundKind | 'all'>
      label="Show"
      value={kind ?? 'all'}
      onChange={(value) => onChange(value === 'all' ? '' : value)}
      options={[
        { value: 'all', label: option('All', sum) },
        ...foundKinds.map((offered) => ({
          value: offered,
          label: option(kindWords[offered].all, counts && (counts[offered] ?? 0)),
        })),
      ]}
    />
  )
}

type QuarterFilterProps = {
  quarter: Quarter | undefined
  onChange: (value: string) => void
}

function QuarterFilter({ quarter, onChange }: QuarterFilterProps) {
  const { call, config } = usePortal()
  const { year } = currentQuarter(config.foundation.timeZone)
  const { data } = useQuery(quartersQuery(call, year))
  const quarters = offeredQuarters(data?.years ?? [], quarter).map((offered) => ({
    value: quarterValue(offered),
    label: quarterName(offered),
  }))
  return (
    <SelectField
      label="Quarter"
      value={quarter ? quarterValue(quarter) : ''}
      onChange={onChange}
      options={[{ value: '', label: 'All quarters' }, ...quarters]}
    />
  )
}

type BodyFilterProps = { body: string | undefined; onChange: (value: string) => void }

/** Limits the results to the meetings of one body. Renders nothing for anyone who sees the meetings of one body only. */
function BodyFilter({ body, onChange }: BodyFilterProps) {
  const { call } = usePortal()
  const { data } = useQuery({
    queryKey: ['shell', 'search', 'bodies'],
    queryFn: ({ signal }) => call(listMeetings, {}, { signal }),
    staleTime: 60_000,
  })
  const bodies = new Map(data?.meetings.map((meeting) => [meeting.body.id, meeting.body.name]))
  if (bodies.size < 2 && body === undefined) return null
  return (
    <SelectField
      label="Body"
      value={body ?? ''}
      onChange={onChange}
      options={[
        { value: '', label: 'All bodies' },
        ...[...bodies].map(([value, label]) => ({ value, label })),
      ]}
    />
  )
}

/** The quarters to choose from, newest first: all quarters of years with materials, and the chosen quarter. */
export function offeredQuarters(years: readonly number[], chosen: Quarter | undefined): Quarter[] {
  const all = years.flatMap((year) => [1, 2, 3, 4].map((quarter) => ({ year, quarter })))
  if (chosen && !years.includes(chosen.year)) all.push(chosen)
  return all.toSorted((a, b) => compareQuarters(b, a))
}

/** `2026-Q4`, as the address has it. */
export function quarterValue({ year, quarter }: Quarter): string {
  return `${year}-Q${quarter}`
}

export function quarterOfValue(value: string | null): Quarter | undefined {
  const [year, quarter] = (value ?? '').split('-')
  return parseQuarter(year, quarter)
}
