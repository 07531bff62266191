import { type Quarter, quarterName } from '@portal/domain/quarter'
import { isolated } from '@portal/domain/shown-text'
import { type MaterialType, slotName } from '@portal/domain/slot-names'
import { OlderVersionNote } from '@portal/remote-kit/paper-versions'
import { usePortal } from '@portal/remote-kit/portal'
import { ReadingView } from '@portal/shared-ui/reading-view'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { meetingsPaths } from '../meetings-paths.ts'
import { hasAgenda, type Material } from '../shared/materials-of.ts'
import { AboutItem, AgendaLink, agendaKey, useOpenAgenda } from './agenda-link.tsx'
import { BackToQuarter } from './back-to-quarter.tsx'
import { MaterialContent } from './material-content.tsx'
import { MaterialList } from './material-list.tsx'
import styles from './material-reading.module.css'
import { Steps } from './steps.tsx'
import { useOpenedVersion } from '@portal/remote-kit/use-opened-version'
import { usePaperPlace } from './use-paper-place.ts'

type MaterialReadingProps = {
  quarter: Quarter
  type: MaterialType
  /** The quarter's papers including this one; undefined while they load. */
  materials: Material[] | undefined
}

/** One of the quarter's papers, filling the page. */
export function MaterialReading({ quarter, type, materials }: MaterialReadingProps) {
  const opened = useOpenedVersion()
  const index = materials?.findIndex((one) => one.type === type) ?? -1
  const material = materials?.[index]
  const place = usePaperPlace(quarter, materials ?? none, type)
  const openAgenda = useOpenAgenda(quarter)
  const leadsToAgenda = type !== 'agenda' && hasAgenda(materials ?? none)
  const title = material?.name ?? slotName({ kind: 'meeting', ...quarter, materialType: type })
  return (
    <ReadingView
      paper={`${quarterName(quarter)} ${type}`}
      title={title}
      position={materials && `${index + 1} of ${materials.length}`}
      back={<BackToQuarter quarter={quarter} />}
      onSearch={usePortal().openSearch}
      about={
        place.item === undefined ? undefined : <AboutItem quarter={quarter} item={place.item} />
      }
      keys={leadsToAgenda ? { [agendaKey]: openAgenda } : undefined}
      keyWords={leadsToAgenda ? { [agendaKey]: 'Open the agenda' } : undefined}
      neighbours={
        material && (
          <>
            {leadsToAgenda && (
              <AgendaLink quarter={quarter} isRepeated={place.item !== undefined} />
            )}
            <Steps place={place} />
          </>
        )
      }
      list={
        materials && {
          kind: 'papers',
          title: `${quarterName(quarter)} papers`,
          content: <MaterialList quarter={quarter} materials={materials} shown={type} isPanel />,
        }
      }
    >
      {material ? (
        <div className={material.kind === 'agenda' ? styles.agenda : styles.paper}>
          {material.mapping.document && (
            <OlderVersionNote
              paper={material.mapping.document}
              opened={opened}
              address={(other) => meetingsPaths.material(quarter, type, other)}
            />
          )}
          <MaterialContent key={type} quarter={quarter} material={material} height="100%" flush />
        </div>
      ) : (
        <Skeleton height="100%" label={`Loading ${isolated(title)}`} />
      )}
    </ReadingView>
  )
}

const none: Material[] = []
