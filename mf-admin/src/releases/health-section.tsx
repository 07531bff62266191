import { counted } from '@portal/domain/counted'
import type {
  ReleaseHealth,
  RemoteHealth,
  ComparedSpeed,
  ReleaseSpeed,
} from '@portal/contract/release-health'
import { usePortal } from '@portal/remote-kit/portal'
import { keepPreviousData, useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Segmented } from '@portal/shared-ui/segmented'
import { useId } from 'react'
import styles from './health-section.module.css'
import { type Span, spansOf } from './health-spans.ts'
import { healthQuery } from './release-queries.ts'
import { sessionsInWords, verdictInWords } from './release-words.ts'
import screen from './releases-screen.module.css'
import { releaseSentences } from './releases-sentences.ts'
import { type Range, useReleasesPlace } from './use-releases-place.ts'
import { type VitalMetric, vitalText, vitalsInWords } from '@portal/domain/vitals'
import { dateFormat } from '@portal/domain/date-format'
import { stagesInWords } from '@portal/domain/release-errors'
import { ReleaseErrors } from './release-errors.tsx'
import { Table } from '@portal/shared-ui/table'

const rangeWords: Record<Range, string> = {
  '1': 'Last day',
  '7': 'Last week',
  '30': 'Last 30 days',
}

const placeWords: Record<ReleaseHealth['place'], string> = {
  candidate: 'Candidate',
  stable: 'Stable',
  lastGood: 'Last good',
  denied: 'Denied',
}

/** The health of a remote's releases in people's browsers: in words, as bars, and as a table. */
export function HealthSection({ remote }: { remote: string }) {
  const { call } = usePortal()
  const titleId = useId()
  const { range, setRange } = useReleasesPlace()
  const health = useQuery({
    ...healthQuery(call, remote, Number(range)),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={screen.section} aria-labelledby={titleId}>
      <div className={screen.head}>
        <h2 id={titleId}>How it does</h2>
        <Segmented
          label="Time shown"
          value={range}
          onChange={setRange}
          options={Object.entries(rangeWords).map(([value, label]) => ({
            value: value as Range,
            label,
          }))}
        />
      </div>
      <QueryPanel query={health} failure={releaseSentences.healthFailed}>
        {(known) => <Health health={known} range={range} at={health.dataUpdatedAt} />}
      </QueryPanel>
    </section>
  )
}

type HealthProps = { health: RemoteHealth; range: Range; at: number }

function Health({ health: { remote, releases, judged }, range, at }: HealthProps) {
  const seen = releases
    .filter(({ good, failed }) => good + failed > 0)
    .map((release) => ({ ...release, spans: spansOf(release.hours, range, at) }))
  const most = Math.max(0, ...seen.flatMap(({ spans }) => spans.map(mostOf)))
  return (
    <>
      {judged && (
        <div className={screen.note}>
          <p>
            <strong>Candidate {judged.candidate.release}:</strong> {verdictInWords(judged)}
          </p>
          {judged.speed && <SpeedVerdict speed={judged.speed} />}
          <p className={screen.soft}>
            Measured since its last step, from the newest three sessions of each person.
          </p>
        </div>
      )}
      {seen.length === 0 ? (
        <p className={screen.note}>
          No browser has reported a release in this time. Each tab reports once it has loaded one.
        </p>
      ) : (
        <>
          <p className={screen.soft}>
            Good sessions of a release are above the line, failed ones below it.
          </p>
          <ul className={styles.releases}>
            {seen.map((release) => (
              <li key={release.release} className={styles.release}>
                <h3 className={styles.name}>
                  {placeWords[release.place]} {release.release}
                </h3>
                <p>{inWords(release)}</p>
                <HealthChart
                  label={`${release.release}, ${rangeWords[range].toLowerCase()}: ${inWords(release)}`}
                  spans={release.spans}
                  most={most}
                />
                <ReleaseSpeeds speed={release.speed} />
                <HealthTable release={release.release} spans={release.spans} range={range} />
                <ReleaseErrors remote={remote} release={release.release} of="usual" />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function mostOf({ good, failed }: Span): number {
  return Math.max(good, failed)
}

function inWords({ good, failed, failedPeople, stages }: ReleaseHealth): string {
  const all = sessionsInWords(good + failed)
  if (failed === 0) return `Good in ${all}.`
  const people = counted(failedPeople, 'person', 'people')
  const where = stagesInWords(stages)
  const at = where === undefined ? '' : `: ${where}`
  return `Failed in ${failed.toLocaleString('en')} of ${all}, of ${people}${at}.`
}

const metricWords: Record<VitalMetric, string> = {
  lcp: 'A page takes',
  inp: 'An input takes',
  frame: 'The page stops for',
  cls: 'Content moves by',
}

/** The candidate’s speed compared with the stable release’s, in a sentence. */
function SpeedVerdict({ speed }: { speed: ComparedSpeed }) {
  return (
    <p>
      <strong>Speed:</strong> {speedInWords(speed)}
    </p>
  )
}

/** How fast a release was in people’s browsers; nothing without measurements. */
function ReleaseSpeeds({ speed = [] }: { speed: ReleaseSpeed[] | undefined }) {
  if (speed.length === 0) return null
  return (
    <div>
      <p className={styles.soft}>In three of four pages at most:</p>
      <dl className={styles.metrics}>
        {speed.map(({ metric, p75 }) => (
          <div key={metric} className={styles.metric}>
            <dt>{metricWords[metric]}</dt>
            <dd className={styles.value}>{vitalText(metric, p75)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** A comparison with the stable release, in words. */
export function speedInWords({ verdict, people, metrics }: ComparedSpeed): string {
  switch (verdict) {
    case 'few':
      return `Too few people to compare it: ${people.candidate} with it and ${people.stable} with the current release, outside the cohorts. Ten of each are needed.`
    case 'similar':
      return `Not clearly slower than the current release, measured with ${people.candidate} and ${people.stable} people.`
    case 'slower': {
      const slower = metrics.filter(({ isSlower }) => isSlower)
      const sentences = slower.map(({ metric, candidate, stable }) =>
        vitalsInWords(metric, candidate, stable),
      )
      return `Slower than the current release: ${sentences.join(', ')}. The portal is about to deny it.`
    }
  }
}

type HealthTableProps = { release: string; spans: Span[]; range: Range }

const columns = [{ title: 'From' }, { title: 'Good' }, { title: 'Failed' }]

/** The bars' numbers, newest first; spans without a session are left out. */
function HealthTable({ release, spans, range }: HealthTableProps) {
  const { config } = usePortal()
  const format = dateFormat({
    timeZone: config.foundation.timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    ...(range === '1' ? { minute: '2-digit' } : {}),
  })
  const measured = spans.filter(({ good, failed }) => good + failed > 0).toReversed()
  return (
    <details className={styles.numbers}>
      <summary>The numbers of {release}</summary>
      <Table label={`Sessions of ${release}`} columns={columns}>
        {measured.map(({ from, good, failed }) => (
          <tr key={from}>
            <th scope="row">{format.format(new Date(from))}</th>
            <td className={styles.count} data-label="Good">
              {good}
            </td>
            <td className={styles.count} data-label="Failed">
              {failed}
            </td>
          </tr>
        ))}
      </Table>
    </details>
  )
}

type HealthChartProps = {
  /** A description for screen readers. */
  label: string
  spans: Span[]
  /** The highest number of sessions in a span, of all charts shown together. */
  most: number
}

/** The maximum length of a bar, the same above and below the line, so that a session has one length on both sides. */
const reach = 50

const least = 3

const width = 10

const gap = 2

/** Good sessions are above the line and failed ones below it, so that color isn't needed. */
function HealthChart({ label, spans, most }: HealthChartProps) {
  const total = spans.length * width
  // One session among hundreds stays visible.
  const height = (count: number) => (count === 0 ? 0 : Math.max(least, (count / most) * reach))
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${total} ${2 * reach}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {spans.map(({ from, good, failed }, n) => (
        <g key={from}>
          <rect
            className={styles.good}
            x={n * width + gap / 2}
            y={reach - height(good)}
            width={width - gap}
            height={height(good)}
          />
          <rect
            className={styles.failed}
            x={n * width + gap / 2}
            y={reach}
            width={width - gap}
            height={height(failed)}
          />
        </g>
      ))}
      <line className={styles.line} x1="0" x2={total} y1={reach} y2={reach} />
    </svg>
  )
}
