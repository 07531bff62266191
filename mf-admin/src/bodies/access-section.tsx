import type { Body } from '@portal/contract/bodies'
import type { BodyAccessChange } from '@portal/contract/body-access'
import { counted } from '@portal/domain/counted'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Eye } from 'lucide-react'
import { useId, useState } from 'react'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { useAct } from '../shared/use-act.ts'
import { bodiesFailure, bodyAccessQuery, useSaveBodyAccess } from './bodies-queries.ts'
import sections from '../shared/sections.module.css'
import styles from './bodies.module.css'

const seenBy: Record<Body['openTo'], string> = {
  members: 'Every member sees its meetings, with or without a term.',
  terms: 'Whoever has a term in it today sees its meetings, and so do admins. Other members don’t.',
}

/** Who sees the meetings of a body. */
export function AccessSection({ body }: { body: Body }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card as="section" className={sections.section} aria-labelledby={id}>
      <h2 id={id}>Who sees its meetings</h2>
      <p>{seenBy[body.openTo]}</p>
      <div className={sections.buttons}>
        <Button icon={<Eye />} onClick={() => setIsOpen(true)}>
          {body.openTo === 'members' ? 'Show only to people with a term' : 'Show to every member'}
        </Button>
      </div>
      {isOpen && <AccessDialog body={body} onClose={() => setIsOpen(false)} />}
    </Card>
  )
}

/** Names who gains and who loses before anything changes. */
function AccessDialog({ body, onClose }: { body: Body; onClose: () => void }) {
  const { call, toast } = usePortal()
  // The screen behind the dialog keeps refreshing.
  const [openTo] = useState<Body['openTo']>(body.openTo === 'members' ? 'terms' : 'members')
  const preview = useQuery(bodyAccessQuery(call, body.id, openTo))
  const name = isolated(body.name)
  const isClosing = openTo === 'terms'
  const saving = useAct(useSaveBodyAccess(), {
    done: () => {
      const who = isClosing ? 'Only people with a term see' : 'Every member sees'
      toast(`${who} the meetings of ${name} now`, { kind: 'good' })
      onClose()
    },
    failure: bodiesFailure,
  })
  return (
    <ActDialog
      of={saving}
      title={
        isClosing
          ? `Show the meetings of ${name} only to people with a term?`
          : `Show the meetings of ${name} to every member?`
      }
      verb={isClosing ? 'Show them only to people with a term' : 'Show them to every member'}
      danger={isClosing}
      onConfirm={() => {
        if (preview.data) void saving.act({ id: body.id, revision: body.revision, openTo })
      }}
      onClose={onClose}
    >
      <p>{seenBy[openTo]} It applies at once, to past meetings too.</p>
      <QueryPanel
        query={preview}
        failure="Failed to load who gains and who loses"
        skeleton={<Skeleton lines={4} label="Loading who gains and who loses" />}
      >
        {({ gains, loses }) => (
          <>
            <People title="See its meetings from now on" people={gains} />
            <People title="No longer see its meetings" people={loses} />
            {gains.count + loses.count === 0 && (
              <p>Today this changes nothing for anybody who can sign in.</p>
            )}
          </>
        )}
      </QueryPanel>
    </ActDialog>
  )
}

type PeopleProps = { title: string; people: BodyAccessChange['gains'] }

function People({ title, people: { count, names } }: PeopleProps) {
  const rest = count - names.length
  if (count === 0) return null
  return (
    <section>
      <h3>
        {title}: {counted(count, 'person', 'people')}
      </h3>
      <ul className={styles.names}>
        {names.map((name, index) => (
          <li key={index}>{name}</li>
        ))}
        {rest > 0 && <li>and {rest} more</li>}
      </ul>
    </section>
  )
}
