import { agendaItemName, agendaItemPlaces } from '@portal/domain/agenda-item'
import { isolated } from '@portal/domain/shown-text'
import { Banner } from '@portal/shared-ui/banner'
import { Users } from 'lucide-react'
import type { DraftItem } from '../draft/agenda-draft.ts'
import type { OtherEditor } from './use-other-editors.ts'

type OtherEditorsProps = { others: readonly OtherEditor[]; items: readonly DraftItem[] }

/** Who else has this agenda open, and at which item. */
export function OtherEditors({ others, items }: OtherEditorsProps) {
  const places = agendaItemPlaces(items)
  const where = ({ item }: OtherEditor) => {
    const index = items.findIndex(({ id }) => id === item)
    if (index === -1) return ''
    return ` They are at item ${places[index]}, “${isolated(agendaItemName(items[index]!, places[index]!))}”.`
  }
  return (
    <div role="status">
      {others.length > 0 && (
        <Banner kind="plain" icon={<Users />}>
          {others.map((other) => (
            <p key={other.name}>
              <strong>{isolated(other.name)}</strong> is editing this agenda too.{where(other)}
            </p>
          ))}
        </Banner>
      )}
    </div>
  )
}
