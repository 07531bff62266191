import type { Composition } from '@portal/contract/releases'
import type { Portal } from '@portal/remote-kit/portal'
import { useEffect, useState } from 'react'
import { useOpenedPart } from '../frame/use-opened-part.ts'

const load = () => import('./release-panel.tsx')

/** Whether a person has a use for the list of releases: members never see it. */
export function seesReleases(
  { person, config }: Pick<Portal, 'person' | 'config'>,
  { remotes }: Composition,
): boolean {
  const isDeveloping =
    config.identity.kind === 'emulator' || remotes.some(({ releases }) => releases[0]?.dev)
  return person.isAdmin || person.isQa === true || isDeveloping
}

/** Alt-Shift-M lists what the page runs. Its code is loaded when it is first opened. */
export function ReleasePanelKey() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const part = useOpenedPart(load, { open, onClose: close })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // By its place: with Alt, the key has another character on a Mac.
      const isKey = event.code === 'KeyM' && event.altKey && event.shiftKey
      if (!isKey || event.ctrlKey || event.metaKey || document.querySelector('[aria-modal]')) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return part && open && <part.ReleasePanel onClose={close} />
}
