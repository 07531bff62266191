import { listReleases } from '@portal/contract/publishing'
import type { ComposedRemote, ComposedRelease, Composition } from '@portal/contract/releases'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { SelectField } from '@portal/shared-ui/field'
import { Table } from '@portal/shared-ui/table'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHost } from '../host.ts'
import { mountedReleases } from '../mounted-releases.ts'
import { durationsOf } from '../release-timing.ts'
import styles from './release-panel.module.css'

type Part = {
  release: ComposedRelease
  position: string
  route: string
  /** In ms; undefined if it isn't known. */
  load: number | undefined
  render: number | undefined
}

/** What the page consists of, with a choice of other releases. */
export function ReleasePanel({ onClose }: { onClose: () => void }) {
  const { composition } = useHost()
  const [parts] = useState(() => partsOf(composition))
  return (
    <Dialog open onClose={onClose} title="What this page runs" size="large">
      {parts.length === 0 ? (
        <p>Nothing on this page comes from a remote: the portal’s shell shows all of it.</p>
      ) : (
        <Table label="Parts of the page" columns={columns}>
          {parts.map(({ release, position, route, load, render }) => (
            <tr key={`${release.name} ${route}`}>
              <td data-label="Team">{release.name}</td>
              <td data-label="Release" className={styles.release}>
                {release.release}
              </td>
              <td data-label="Position">{position}</td>
              <td data-label="Where">{route === '/' ? 'Dashboard' : route}</td>
              <td data-label="Loaded in">{milliseconds(load)}</td>
              <td data-label="First shown in">{milliseconds(render)}</td>
            </tr>
          ))}
        </Table>
      )}
      <Switch composition={composition} first={parts[0]?.release.name} />
    </Dialog>
  )
}

const columns = ['Team', 'Release', 'Position', 'Where', 'Loaded in', 'First shown in'].map(
  (title) => ({ title }),
)

/** Each release once for each route. */
function partsOf(composition: Composition): Part[] {
  const parts = new Map<string, Part>()
  for (const { release, route } of mountedReleases()) {
    const remote = composition.remotes.find(({ name }) => name === release.name)
    const position = remote ? positionOf(remote, release) : 'unknown'
    parts.set(`${release.name} ${route}`, {
      release,
      position,
      route,
      ...durationsOf(release, route),
    })
  }
  return [...parts.values()].toSorted((a, b) => a.release.name.localeCompare(b.release.name))
}

/** A composition lists the candidate, if it is the reader's, the stable release, and those that replace them. */
export function positionOf(
  { candidate, releases }: ComposedRemote,
  { release, dev }: ComposedRelease,
): string {
  if (dev) return 'from a developer’s server'
  const index = releases.findIndex((listed) => listed.release === release)
  if (candidate && index === 0) return 'candidate'
  return index === (candidate ? 1 : 0) ? 'first choice' : 'replaces a failed one'
}

function milliseconds(duration: number | undefined): string {
  return duration === undefined ? '–' : `${Math.round(duration).toLocaleString('en')} ms`
}

/** The newest of them are enough. */
const mostListed = 20

/** Runs another release of a remote in this tab; the API decides whether it may. */
function Switch({ composition, first }: { composition: Composition; first: string | undefined }) {
  const { person, call } = usePortal()
  const names = composition.remotes.map(({ name }) => name)
  const [remote, setRemote] = useState(first ?? names[0] ?? '')
  const [chosen, setChosen] = useState('')
  const records = useQuery({
    queryKey: ['shell', 'release-panel', remote],
    queryFn: ({ signal }) => call(listReleases, { params: { remote } }, { signal }),
    enabled: person.isAdmin && remote !== '',
  })
  const offered = composition.remotes.find(({ name }) => name === remote)?.releases ?? []
  const published = records.data?.releases.slice(0, mostListed) ?? []
  const releases = [...new Set([...offered, ...published].map(({ release }) => release))]
  const release = releases.includes(chosen) ? chosen : (releases[0] ?? '')
  const run = () => {
    // An admin may request any published release; QA accounts replay compositions.
    location.hash =
      person.isQa === true && !person.isAdmin
        ? `composition=${compositionWith(composition, remote, release)}`
        : `mf=${remote}@${release}`
  }
  if (names.length === 0) return null
  return (
    <form
      className={styles.switch}
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <SelectField
        label="Team"
        value={remote}
        onChange={setRemote}
        options={names.map((name) => ({ value: name, label: name }))}
      />
      <SelectField
        label="Release"
        value={release}
        onChange={setChosen}
        options={releases.map((id) => ({ value: id, label: id }))}
      />
      <Button type="submit">Run in this tab</Button>
    </form>
  )
}

/** The id of a composition in which a remote has only this release: `directory@1.0.0-a~meetings@1.2.0-c`. */
export function compositionWith({ id }: Composition, remote: string, release: string): string {
  const remotes = id.split('~').map((each) => {
    return each.startsWith(`${remote}@`) ? `${remote}@${release}` : each
  })
  return encodeURIComponent(remotes.join('~'))
}
