import {
  compareQuarters,
  currentQuarter,
  type Quarter,
  quarterName,
  offeredYears,
} from '@portal/domain/quarter'
import { todayIn } from '@portal/domain/days'
import { meetingId } from '@portal/domain/meeting-ref'
import { isMaterialType } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { quartersQuery } from '@portal/remote-kit/queries/mappings'
import { keepPreviousData, useQuery, useQueryClient } from '@portal/remote-kit/query'
import {
  Navigate,
  useLocation,
  useParams,
  useSearchParams,
  Link,
  useNavigate,
} from '@portal/remote-kit/router'
import { useQuarterMappings } from '@portal/remote-kit/use-mappings'
import { PageHeader } from '@portal/shared-ui/page-header'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { type ReactNode, useRef } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { type Material, materialsOf } from '../shared/materials-of.ts'
import { useQuarter } from '../shared/meeting-route.ts'
import { phone, useMedia } from '../shared/media.ts'
import styles from './materials-screen.module.css'
import { MeetingBanner } from '../shared/meeting-banner.tsx'
import { recentMeetingsQuery } from '../shared/meeting-queries.ts'
import { WhileReadable } from '../shared/while-readable.tsx'
import { MaterialsPage } from './materials-page.tsx'
import { OtherMeetingsLine } from './other-meetings-line.tsx'
import { narrowerThan, useWidth } from '@portal/shared-ui/use-width'
import { Banner } from '@portal/shared-ui/banner'
import { Clock } from 'lucide-react'
import { SelectField } from '@portal/shared-ui/field'
import { Segmented } from '@portal/shared-ui/segmented'

/**
 * A quarter's papers. An address without a quarter means today's, in the foundation's time zone.
 */
export function Component() {
  const { call, config } = usePortal()
  const { timeZone } = config.foundation
  const today = currentQuarter(timeZone)
  const { year } = useParams()
  const named = useQuarter()
  const quarter = named ?? today
  const [search] = useSearchParams()
  const location = useLocation()
  // The query refers to the named quarter, or to today's; the query of an invalid address is dropped.
  const query = named || year === undefined ? location.search : ''
  const address = meetingsPaths.meeting(quarter)
  const onPhone = useMedia(phone)
  const mappings = useQuarterMappings(quarter)
  const ofYear = useQuery({
    ...quartersQuery(call, quarter.year),
    // The years stay the same.
    placeholderData: keepPreviousData,
  })

  const day = todayIn(timeZone)
  const { data: meetings = [] } = useQuery(recentMeetingsQuery(call, day))
  const record = meetings.find(({ id }) => id === meetingId(quarter))
  const wanted = (named && search.get('material')) ?? undefined
  const pathOf = usePathOfQuarter(wanted)
  const papers = mappings.data && materialsOf(mappings.data, quarter)
  const { years = [], quarters = [] } = ofYear.data ?? {}
  const filled = ofYear.isPlaceholderData ? [] : quarters
  const picker = <QuarterPicker {...{ quarter, today, years, pathOf }} />

  return (
    <WhileReadable meeting={quarter}>
      {/* The address is normalized to the shown quarter; its papers don't wait for that. */}
      {location.pathname !== address && (
        <Navigate replace to={`${address}${query}`} state={location.state as unknown} />
      )}
      <MaterialsPage meeting={quarter} query={mappings} {...{ papers, wanted, filled }}>
        <PageHeader title="Meeting Materials" actions={onPhone ? undefined : picker} />
        <p className={styles.printed}>{quarterName(quarter)}</p>
        {onPhone && <StickyPicker>{picker}</StickyPicker>}
        <p role="status">
          <VisuallyHidden>{papers && statusOf(quarter, today, papers)}</VisuallyHidden>
        </p>
        <OtherMeetingsLine meetings={meetings} today={day} />
        {record && <MeetingBanner meeting={{ stage: record.stage }} />}
        {compareQuarters(quarter, today) < 0 && (
          <PastQuarterBanner quarter={quarter} today={today} />
        )}
      </MaterialsPage>
    </WhileReadable>
  )
}

/** Announced when another quarter is chosen, which keeps the focus in its picker. */
function statusOf(quarter: Quarter, today: Quarter, { length }: Material[]): string {
  const name = `${quarterName(quarter)}${compareQuarters(quarter, today) < 0 ? ', a past quarter' : ''}`
  return `${name}: ${length === 0 ? 'no' : length} ${length === 1 ? 'material' : 'materials'}`
}

/** With large text the pickers take several lines, and the papers need the space more. */
const isTight = narrowerThan(15)

/** On a phone the pickers stay visible above the papers. */
function StickyPicker({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const tight = useWidth(place, isTight)
  return (
    <div ref={place} className={tight ? styles.onTop : styles.sticky}>
      {children}
    </div>
  )
}

type PastQuarterBannerProps = { quarter: Quarter; today: Quarter }

function PastQuarterBanner({ quarter, today }: PastQuarterBannerProps) {
  return (
    <div className={styles.banner}>
      <Banner
        kind="warn"
        icon={<Clock aria-hidden />}
        action={<Link to={meetingsPaths.meeting(today)}>Return to current quarter</Link>}
      >
        You are looking at a past quarter, {quarterName(quarter)}.
      </Banner>
    </div>
  )
}

/**
 * The address of the shown paper in another quarter; only the quarter's if it has no such paper. A promise while the
 * papers of that year aren't known.
 */
function usePathOfQuarter(wanted: string | undefined) {
  const { call } = usePortal()
  const client = useQueryClient()
  return (other: Quarter): string | Promise<string> => {
    const address = meetingsPaths.meeting(other)
    if (wanted === undefined || !isMaterialType(wanted)) return address
    const addressAmong = (quarters: (Quarter & { materialTypes: string[] })[]) =>
      quarters
        .find((listed) => compareQuarters(listed, other) === 0)
        ?.materialTypes.includes(wanted)
        ? meetingsPaths.material(other, wanted)
        : address
    const query = quartersQuery(call, other.year)
    const known = client.getQueryData(query.queryKey)
    if (known) return addressAmong(known.quarters)
    return client.fetchQuery(query).then(
      ({ quarters }) => addressAmong(quarters),
      () => address,
    )
  }
}

const quarters = (['1', '2', '3', '4'] as const).map((value) => ({ value, label: `Q${value}` }))

type QuarterPickerProps = {
  quarter: Quarter
  today: Quarter
  /** The years with papers. */
  years: number[]
  /** The address of another quarter; a promise if it has to be looked up. */
  pathOf: (quarter: Quarter) => string | Promise<string>
}

function QuarterPicker({ quarter, today, years, pathOf }: QuarterPickerProps) {
  const navigate = useNavigate()
  const latest = useRef<Quarter>(undefined)
  const offered = offeredYears(today.year, [quarter.year, ...years])
  const show = (wanted: Quarter) => {
    latest.current = wanted
    const address = pathOf(wanted)
    if (typeof address === 'string') void navigate(address)
    else void address.then((path) => latest.current === wanted && navigate(path))
  }

  return (
    <div className={styles.pickers}>
      <SelectField
        label="Year"
        hideLabel
        value={String(quarter.year)}
        onChange={(year) => show({ ...quarter, year: Number(year) })}
        options={offered.map((year) => ({ value: String(year), label: String(year) }))}
      />
      <Segmented
        label="Quarter"
        value={String(quarter.quarter)}
        onChange={(value) => show({ ...quarter, quarter: Number(value) })}
        options={quarters}
      />
    </div>
  )
}
