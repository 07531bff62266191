import type { Setup } from '@portal/contract/setup'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Circle, CircleCheck, CircleHelp, ListChecks } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import styles from './first-steps.module.css'
import { setupQuery, useSaveSetup, useSeenSetup } from './setup-queries.ts'

const titleId = 'first-steps'

type Step = keyof Setup['steps']

const steps: { name: Step; to: string; title: string; text: string }[] = [
  {
    name: 'people',
    to: adminPaths.directory,
    title: 'List the board and the staff',
    text: 'Members find them, and how to reach them, in the directory.',
  },
  {
    name: 'calendar',
    to: adminPaths.calendar,
    title: 'Fill the calendar',
    text: 'Connect the board’s calendar. Meetings with a published agenda are in it too.',
  },
  {
    name: 'papers',
    to: adminPaths.uploads,
    title: 'Add the papers of a meeting',
    text: 'Drop the files. The portal proposes where each belongs.',
  },
  {
    name: 'agenda',
    to: adminPaths.agenda(),
    title: 'Publish the first agenda',
    text: 'Begin a draft, and publish it when it is ready.',
  },
  {
    name: 'policies',
    to: adminPaths.cards('governance'),
    title: 'Add the policies',
    text: 'They don’t belong to a meeting, and stay until you replace them.',
  },
  {
    name: 'invitations',
    to: adminPaths.users,
    title: 'Invite the members',
    text: 'Create an account for each of them, and hand over the invitation.',
  },
]

/** The page between the list of first steps and, while it is put away, the button that shows it again. */
export function WithFirstSteps({ children }: { children: ReactNode }) {
  const [focused, setFocused] = useState<'list' | 'button'>()
  return (
    <>
      <FirstSteps isFocused={focused === 'list'} onPutAway={() => setFocused('button')} />
      {children}
      <ShowFirstSteps isFocused={focused === 'button'} onShow={() => setFocused('list')} />
    </>
  )
}

type FirstStepsProps = {
  /** The pressed button is gone with its part of the page. */
  isFocused: boolean
  onPutAway: () => void
}

/**
 * What a new portal needs first, ticked by what it contains. A list that is complete is shown only where it was seen
 * before, so that no other portal begins with it.
 */
function FirstSteps(props: FirstStepsProps) {
  const { call } = usePortal()
  const setup = useQuery(setupQuery(call))
  const seen = useSeenSetup()
  // Most portals have no list: nothing is kept free for it, and it is no failure if it can't be read.
  if (setup.data === undefined && !seen.get()) return null
  return (
    <QueryPanel
      query={setup}
      failure="Failed to load the first steps"
      skeleton={<Skeleton height="43rem" label="Loading the first steps" />}
    >
      {(known) =>
        known.isPutAway || (isComplete(known) && !seen.get()) ? null : (
          <StepList setup={known} {...props} />
        )
      }
    </QueryPanel>
  )
}

/** What can't be checked doesn't count. */
function isComplete({ steps: done }: Setup): boolean {
  return steps.every(({ name }) => done[name] !== false)
}

function StepList({ setup, isFocused, onPutAway }: FirstStepsProps & { setup: Setup }) {
  const { foundation } = usePortal().config
  const seen = useSeenSetup()
  const noteSeen = useEffectEvent(() => seen.set(true))
  useEffect(() => noteSeen(), [])
  const heading = useFocusOnMount<HTMLHeadingElement>(isFocused)
  const saving = useSaveSetup(() => seen.set(false))
  const putAway = () => {
    onPutAway()
    void saving.act({ ...setup, isPutAway: true })
  }
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.card}>
      <h2 id={titleId} ref={heading} tabIndex={-1} className={styles.title}>
        First steps
      </h2>
      {isComplete(setup) ? (
        <Banner kind="good" icon={<CircleCheck />} role="status">
          All of it is done. The portal of {isolated(foundation.name)} is ready for its board.
        </Banner>
      ) : (
        <p className={styles.text}>
          In any order. A step is done as soon as the portal has what it is about.
        </p>
      )}
      <ul className={styles.steps}>
        {steps.map(({ name, to, title, text }) => (
          <li key={name}>
            <Link to={to} className={styles.step}>
              <span className={styles.words}>
                <b>{title}</b>
                <span className={styles.text}>{text}</span>
              </span>
              <StepState isDone={setup.steps[name]} />
            </Link>
          </li>
        ))}
      </ul>
      <RefusalBanner sentence={saving.refused} />
      <div>
        <Button variant="quiet" busy={saving.busy} onClick={putAway}>
          Put this list away
        </Button>
      </div>
    </Card>
  )
}

function StepState({ isDone }: { isDone: boolean | undefined }) {
  if (isDone === undefined) return <Badge icon={<CircleHelp />}>Can’t be checked now</Badge>
  return isDone ? (
    <Badge kind="good" icon={<CircleCheck />}>
      Done
    </Badge>
  ) : (
    <Badge icon={<Circle />}>To do</Badge>
  )
}

type ShowFirstStepsProps = { isFocused: boolean; onShow: () => void }

/** At the foot of the page while the list is put away. */
function ShowFirstSteps({ isFocused, onShow }: ShowFirstStepsProps) {
  const { call } = usePortal()
  const { data: setup } = useQuery(setupQuery(call))
  return setup?.isPutAway ? <ShowButton {...{ setup, isFocused, onShow }} /> : null
}

function ShowButton({ setup, isFocused, onShow }: ShowFirstStepsProps & { setup: Setup }) {
  const seen = useSeenSetup()
  const button = useFocusOnMount<HTMLButtonElement>(isFocused)
  const saving = useSaveSetup()
  const show = () => {
    onShow()
    // Also a list that is complete.
    seen.set(true)
    void saving.act({ ...setup, isPutAway: false })
  }
  return (
    <div className={styles.foot}>
      <RefusalBanner sentence={saving.refused} />
      <Button ref={button} variant="quiet" icon={<ListChecks />} busy={saving.busy} onClick={show}>
        Show the first steps again
      </Button>
    </div>
  )
}

function useFocusOnMount<T extends HTMLElement>(isFocused: boolean) {
  const element = useRef<T>(null)
  const focus = useEffectEvent(() => {
    if (isFocused) element.current?.focus()
  })
  useEffect(() => focus(), [])
  return element
}
