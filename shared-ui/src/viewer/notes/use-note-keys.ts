import { type RefObject, useEffect, useEffectEvent } from 'react'
import { mayAct } from '../../single-keys.ts'
import { isTyping } from '../viewer-keys.ts'

export type NoteCommand = 'nextNote' | 'previousNote' | 'selectWords' | 'enter' | 'escape'

const commands: Record<string, NoteCommand> = {
  j: 'nextNote',
  k: 'previousNote',
  s: 'selectWords',
  Enter: 'enter',
  Escape: 'escape',
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The command for a key; letters enter text where the reader types. */
export function noteCommandOf(key: Key, typing: boolean): NoteCommand | undefined {
  if (key.ctrlKey || key.metaKey || key.altKey) return undefined
  const command = commands[key.key.length === 1 ? key.key.toLowerCase() : key.key]
  return typing && command !== 'escape' ? undefined : command
}

/** The keys of the notes, handled before the viewer's. The command returns false if it did nothing. */
export function useNoteKeys(
  root: RefObject<HTMLElement | null>,
  perform: (command: NoteCommand, target: HTMLElement) => boolean,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const command = noteCommandOf(event, isTyping(target))
    if (!command || event.defaultPrevented || target.closest('[role=menu]')) return
    if (!mayAct(event, target)) return
    if (perform(command, target)) event.preventDefault()
  })
  useEffect(() => {
    const scope = root.current?.closest('[role=dialog], [data-reading]') ?? root.current
    const listener = (event: Event) => press(event as KeyboardEvent)
    scope?.addEventListener('keydown', listener)
    return () => scope?.removeEventListener('keydown', listener)
  }, [root])
}
