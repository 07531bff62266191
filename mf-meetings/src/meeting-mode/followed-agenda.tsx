import type { Agenda } from '@portal/contract/agendas'
import { agendaItemName, agendaItemNumber } from '@portal/domain/agenda-item'
import { meetingNow } from '@portal/domain/meeting-now'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { canKeepReading } from '@portal/remote-kit/queries/reading'
import { ReadingView } from '@portal/shared-ui/reading-view'
import { Status } from '@portal/shared-ui/status'
import { BackLink } from '../shared/back-link.tsx'
import type { Material } from '../shared/materials-of.ts'
import { FoldedItem } from './folded-item.tsx'
import { ItemSteps } from './item-steps.tsx'
import { MeetingAgenda } from './meeting-agenda.tsx'
import { meetingKeys } from './meeting-keys.ts'
import { PaperChoice } from './paper-choice.tsx'
import { contentOfItem } from './shown-content.ts'
import { ShownItem } from './shown-item.tsx'
import { useItemChoice } from './use-item-choice.ts'
import { useNow } from './use-now.ts'
import { useScreenAwake } from './use-screen-awake.ts'

type FollowedAgendaProps = {
  /** An agenda with at least one item. */
  agenda: Agenda
  materials: Material[]
}

/** The agenda next to its current item, or to the item that the reader has chosen. */
export function FollowedAgenda({ agenda, materials }: FollowedAgendaProps) {
  const { config, openSearch, person } = usePortal()
  const { timeZone } = config.foundation
  const now = useNow()
  const state = meetingNow(agenda, timeZone, now)
  const current = state.phase === 'running' ? state.item : undefined
  const choice = useItemChoice(agenda, current?.index)
  const { index, step, follow } = choice
  const currentItem = current && agenda.items[current.index]
  useScreenAwake(current !== undefined)
  const item = agenda.items[index]!
  const content = contentOfItem(item, materials, {
    show: choice.show,
    canKeepNotes: canKeepReading(person),
  })
  const clock = { now, state, current }
  const isFolded = content.shown !== 'about'

  return (
    <>
      <Status text={currentItem ? `Now: ${nameOf(currentItem, current.index)}` : ''} />
      <ReadingView
        paper={choice.choice}
        title={agenda.title}
        position={isFolded ? undefined : `${index + 1} of ${agenda.items.length}`}
        head={
          isFolded ? (
            <FoldedItem agenda={agenda} index={index} clock={clock} onFollow={follow} />
          ) : undefined
        }
        choices={
          content.papers.length > 0 ? (
            <PaperChoice quarter={agenda} item={item.id} content={content} />
          ) : undefined
        }
        back={<BackLink quarter={agenda} />}
        onSearch={openSearch}
        keys={{
          [meetingKeys.next]: () => step(1),
          [meetingKeys.previous]: () => step(-1),
          [meetingKeys.now]: follow,
        }}
        keyWords={{
          [meetingKeys.next]: 'Go to the next item',
          [meetingKeys.previous]: 'Go to the previous item',
          [meetingKeys.now]: 'Follow the meeting',
        }}
        neighbours={<ItemSteps items={agenda.items} index={index} onStep={step} />}
        list={{
          kind: 'agenda',
          title: 'Agenda',
          content: (
            <MeetingAgenda
              agenda={agenda}
              materials={materials}
              shown={{ index, show: content.shown }}
              current={current?.index}
            />
          ),
        }}
      >
        <ShownItem agenda={agenda} choice={choice} content={content} clock={clock} />
      </ReadingView>
    </>
  )
}

function nameOf(item: Agenda['items'][number], index: number): string {
  return [agendaItemNumber(item, index), isolated(agendaItemName(item, index))]
    .filter(Boolean)
    .join(' ')
}
