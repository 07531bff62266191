import { counted } from '@portal/domain/counted'
import type { ReleaseHealth, RemoteHealth } from '@portal/contract/release-health'
import { usePortal } from '@portal/remote-kit/portal'
import { keepPreviousData, useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Segmented } from '@portal/shared-ui/segmented'
import { useId } from 'react'
import { HealthChart } from './health-chart.tsx'
import styles from './health-section.module.css'
import { type Span, spansOf } from './health-spans.ts'
import { HealthTable } from './health-table.tsx'
import { healthQuery } from './release-queries.ts'
import { ReleaseSpeeds, SpeedVerdict } from './release-speed.tsx'
import { sessionsInWords, verdictInWords } from './release-words.ts'
import screen from './releases-screen.module.css'
import { releaseSentences } from './releases-sentences.ts'
import { type Range, useReleasesPlace } from './use-releases-place.ts'

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

function Health({ health: { releases, judged }, range, at }: HealthProps) {
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

function inWords({ good, failed, failedPeople }: ReleaseHealth): string {
  const all = sessionsInWords(good + failed)
  if (failed === 0) return `Good in ${all}.`
  const people = counted(failedPeople, 'person', 'people')
  return `Failed in ${failed.toLocaleString('en')} of ${all}, of ${people}.`
}
