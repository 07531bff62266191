import { dayOf, onDayText, todayIn } from '@portal/domain/days'
import { usePortal } from '@portal/remote-kit/portal'
import { latestMappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Card } from '@portal/shared-ui/card'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { NewsList } from './news-list.tsx'
import { paperNews } from './paper-news.ts'
import styles from './since-last-visit.module.css'

/** The dashboard's papers that are new to the reader; on a first visit, the latest ones. */
export function Component() {
  const { call, config, person, previousVisit } = usePortal()
  const { timeZone } = config.foundation
  const mappings = useQuery(latestMappingsQuery(call))
  const isSince = previousVisit !== undefined || person.viewsAs !== undefined
  const title = isSince ? 'Since your last visit' : 'Latest papers'
  return (
    <Card as="section" aria-labelledby="since-last-visit" className={styles.card}>
      <h2 id="since-last-visit" className={styles.title}>
        {title}
      </h2>
      {person.viewsAs && (
        <p className={styles.nothing}>
          Each member sees what is new since their own last visit. These are the latest papers.
        </p>
      )}
      <QueryPanel
        query={mappings}
        failure="Failed to load meeting materials"
        // As high as the usual list, so that nothing below moves when it loads.
        skeleton={<Skeleton height="17rem" label="Loading the latest papers" />}
      >
        {(known) => {
          const news = paperNews(known, previousVisit)
          if (news.length > 0)
            return <NewsList news={news} isFirstVisit={previousVisit === undefined} />
          return <p className={styles.nothing}>{nothingNew(previousVisit, timeZone)}</p>
        }}
      </QueryPanel>
    </Card>
  )
}

function nothingNew(previousVisit: string | undefined, timeZone: string): string {
  if (previousVisit === undefined) {
    return 'The board’s papers will be listed here as soon as staff publish them.'
  }
  const day = onDayText(dayOf(new Date(previousVisit), timeZone), todayIn(timeZone))
  return `No paper is new or has changed since you were here ${day}.`
}
