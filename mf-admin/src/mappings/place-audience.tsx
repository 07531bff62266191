import {
  type PlaceAudience,
  getPlaceAudience,
  savePlaceAudience,
} from '@portal/contract/item-audiences'
import { mappingId } from '@portal/domain/ids'
import { isRestricted } from '@portal/domain/may-read'
import { isolated } from '@portal/domain/shown-text'
import type { MeetingSlot } from '@portal/domain/slot-names'
import { isApiError } from '@portal/remote-kit/client'
import { usePortal } from '@portal/remote-kit/portal'
import { agendaQuery } from '@portal/remote-kit/queries/agenda'
import { useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { LockKeyhole, UsersRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { errorMessage, isEditConflict } from '../shared/api-errors.ts'
import audienceStyles from '../shared/audiences/audience.module.css'
import { audienceOf, audienceInWords, forEverybody } from '../shared/audiences/item-audience.ts'
import { useAudiencePeople } from '../shared/audiences/use-audience-people.ts'
import { adminQuery, useChange } from '../shared/queries.ts'
import { useAct } from '../shared/use-act.ts'

const AudienceDialog = lazy(async () => {
  const { AudienceDialog: dialog } = await import('../shared/audiences/audience-dialog.tsx')
  return { default: dialog }
})

type PlaceAudienceProps = {
  slot: MeetingSlot
  /** What the paper is called. */
  name: string
}

/** Who can read the paper in a place of a meeting: its own audience, or what the items that name it say. */
export function PlaceAudienceField({ slot, name }: PlaceAudienceProps) {
  const { call } = usePortal()
  const id = mappingId(slot)
  const stored = useQuery(
    adminQuery(call, getPlaceAudience, [...placesKey, id], { params: { id } }),
  )
  const agenda = useQuery({ ...agendaQuery(call, slot), retry: false })
  const items = (agenda.data?.items ?? []).filter(({ papers = [] }) =>
    papers.some(({ materialType }) => materialType === slot.materialType),
  )
  const audience = stored.data?.audience
  const isClosedToOthers = isApiError(stored.error) && stored.error.code === 'forbidden'
  if (isClosedToOthers) {
    return <p>This paper belongs to a closed session. You don’t see who can read it.</p>
  }
  if (!stored.data || agenda.isPending) return null
  if (items.length > 0 && !audience) {
    return (
      <p>
        It belongs to {items.map(({ title }) => isolated(title)).join(', ')}: who can read that can
        read it. <Link to={adminPaths.agenda(slot)}>Open the agenda</Link>
      </p>
    )
  }
  return <ChosenAudience key={stored.data.revision} {...{ slot, name }} stored={stored.data} />
}

/** Begins the keys of the audiences of places. */
const placesKey = ['admin', 'place audience']

/** The audience of a place in a sentence, and the dialog that changes it. */
function ChosenAudience({ slot, name, stored }: PlaceAudienceProps & { stored: PlaceAudience }) {
  const { toast } = usePortal()
  const [open, setOpen] = useState(false)
  const { who = 'everybody', named = [], except = [] } = stored.audience ?? {}
  const audience = audienceOf(who, named, except)
  const { people, nameOf } = useAudiencePeople(audience)
  const saving = useAct(useSaveAudience(), {
    done: () => {
      setOpen(false)
      toast(`Who can read ${isolated(name)} is saved`, { kind: 'good' })
    },
    failure: (error) =>
      isApiError(error) && isEditConflict(error)
        ? 'Another admin has changed this meanwhile. Close this, and look at it again.'
        : (errorMessage(error) ?? 'This could not be saved. Please try again.'),
  })
  const first = { ...forEverybody, audience, toOthers: 'nothing' as const }
  return (
    <section className={audienceStyles.field} aria-label={`Who can read ${isolated(name)}`}>
      <p className={audienceStyles.line}>
        <span className={audienceStyles.who}>
          {isRestricted(first) ? (
            <LockKeyhole aria-hidden="true" />
          ) : (
            <UsersRound aria-hidden="true" />
          )}
          <span>
            {isRestricted(first)
              ? audienceInWords(first, nameOf, 'The others don’t see that there is such a paper.')
              : 'Everybody who sees the meeting can read it.'}
          </span>
        </span>
        <Button onClick={() => setOpen(true)}>
          Change
          <VisuallyHidden> who can read {isolated(name)}</VisuallyHidden>
        </Button>
      </p>
      {open && (
        <Suspense fallback={null}>
          <AudienceDialog
            {...{ name, first, people, nameOf, saving }}
            meeting={slot}
            subject={{ place: slot.materialType }}
            onUse={(chosen) => void saving.act({ slot, stored, audience: chosen.audience })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

type SavedAudience = {
  slot: MeetingSlot
  stored: PlaceAudience
  audience: ReturnType<typeof audienceOf>
}

/** Everything that shows the paper may show it to other people now. */
function useSaveAudience() {
  return useChange(
    (call, { slot, stored, audience: { who, ...people } }: SavedAudience) => {
      const { named = [], except = [] } = { named: [], ...people }
      const audience = { who, named: [...named], except: [...except] }
      return call(savePlaceAudience, {
        params: { id: mappingId(slot) },
        body: { audience },
        revision: stored.revision ?? 'new',
      })
    },
    { stale: 'everything', waits: true },
  )
}
