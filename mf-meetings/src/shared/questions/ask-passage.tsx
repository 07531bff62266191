import type { PassageTarget } from '@portal/contract/questions'
import { agendaItemName, agendaItemPlaces } from '@portal/domain/agenda-item'
import type { MeetingSlot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { agendaQuery } from '@portal/remote-kit/queries/agenda'
import { questionsQuery } from '@portal/remote-kit/queries/questions'
import { useQuery } from '@portal/remote-kit/query'
import { AskDialog, type AskedPlace } from '@portal/remote-kit/question-dialogs'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'

type AskPassageProps = {
  slot: MeetingSlot
  /** The paper's name. */
  name: string
  passage: { documentId: string; target: PassageTarget }
  /** The item that the reader came from. */
  item: string | undefined
  onClose: () => void
}

/** Asks about selected words: in the item that the reader came from, if it has the paper. */
export function AskPassage({ slot, name, passage, item, onClose }: AskPassageProps) {
  const { call } = usePortal()
  const questions = useQuery(questionsQuery(call, slot))
  const agenda = useQuery({ ...agendaQuery(call, slot), retry: false })
  if (questions.isPending || agenda.isPending) return null
  const { mayAsk = [], presenters = {} } = questions.data ?? {}
  const items = agenda.data?.items ?? []
  const numbers = agendaItemPlaces(items)
  const places = items
    .map((each, index) => ({ ...each, name: agendaItemName(each, numbers[index]!) }))
    .filter(({ id, papers = [] }) => {
      return mayAsk.includes(id) && papers.some((paper) => paper.materialType === slot.materialType)
    })
    .toSorted((a, b) => Number(b.id === item) - Number(a.id === item))
    .map(({ id, name: title }): AskedPlace => {
      const goesTo = presenters[id]
      return { kind: 'item', id, name: title, ...(goesTo === undefined ? {} : { goesTo }) }
    })
  const ofSlot: AskedPlace[] = mayAsk.includes(slot.materialType)
    ? [{ kind: 'slot', id: slot.materialType, name }]
    : []
  const [first, ...others] = places.length > 0 ? places : ofSlot
  if (!first) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Ask a question"
        size="small"
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <p>
          {questions.error
            ? 'The questions of this meeting could not be loaded. Please try again.'
            : 'No questions can be asked about this paper.'}
        </p>
      </Dialog>
    )
  }
  return (
    <AskDialog meeting={slot} places={[first, ...others]} passage={passage} onClose={onClose} />
  )
}
