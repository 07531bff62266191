/** The versions of something that is edited, before and after the one that is shown. */
export type EditHistory<T> = {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** The last change: further typing belongs to the same step. */
  last?: { field: string; at: number } | undefined
}

export type HistoryAction<T> =
  /** `field` is what is typed in, undefined for a change that is a step of its own; `at` is in ms since 1970. */
  | { type: 'change'; next: T; field?: string | undefined; at: number }
  | { type: 'undo' }
  | { type: 'redo' }
  /** The same version as the server has stored it, which is no step. */
  | { type: 'settle'; present: T }

/** A pause in typing begins a new step, in ms. */
const pause = 1000
const mostSteps = 200

export function historyOf<T>(present: T): EditHistory<T> {
  return { past: [], present, future: [] }
}

export function editHistory<T>(history: EditHistory<T>, action: HistoryAction<T>): EditHistory<T> {
  const { past, present, future } = history
  switch (action.type) {
    case 'change': {
      if (action.next === present) return history
      const { next, field, at } = action
      const last = field === undefined ? undefined : { field, at }
      if (continues(history, action)) return { past, present: next, future: [], last }
      return { past: [...past, present].slice(-mostSteps), present: next, future: [], last }
    }
    case 'undo': {
      const before = past.at(-1)
      if (before === undefined) return history
      return { past: past.slice(0, -1), present: before, future: [present, ...future] }
    }
    case 'redo': {
      const [after, ...rest] = future
      if (after === undefined) return history
      return { past: [...past, present], present: after, future: rest }
    }
    case 'settle':
      return { past, present: action.present, future }
  }
}

function continues<T>(
  { last, past }: EditHistory<T>,
  { field, at }: { field?: string | undefined; at: number },
): boolean {
  return past.length > 0 && last !== undefined && last.field === field && at - last.at < pause
}
