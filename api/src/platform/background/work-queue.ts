import { Refusal } from '../../refusal.ts'
import { createFairShares, isPerson } from './fair-shares.ts'
import { type Caller, flowsOf } from './shared-work.ts'
import type { AnyKind, WorkerMemory } from './worker-pool.ts'

export type Task = {
  kind: AnyKind
  caller: Caller
  begin: () => Promise<void>
  stop: (reason: unknown) => void
}

/** Work takes turns here: by seats, memory, and the time that its callers have used. */
export type WorkQueue = {
  waiting: ReadonlySet<Task>
  running: ReadonlyMap<Task, Promise<void>>
  /** Why more work of this kind can't wait; undefined if it can. */
  refusalOf: (kind: AnyKind, caller: Caller) => Refusal | undefined
  /** Adds a task, which begins when it is its turn. */
  add: (task: Task) => void
  /** Removes a task that waits; false if it has begun. */
  remove: (task: Task) => boolean
  /** Charges its callers an estimate in ms; the returned function corrects it to the actual time. */
  charge: (kind: AnyKind, caller: Caller, estimate: number) => (actual: number) => void
}

/** How much work may wait: of one person, and in all. */
export const mostWaiting = { person: 16, all: 300 }

export function createWorkQueue({
  cores,
  memory,
}: {
  cores: number
  memory: WorkerMemory
}): WorkQueue {
  const longSeats = Math.max(2, cores)
  const seats = longSeats + 1
  const shares = { short: createFairShares(), long: createFairShares() }
  const waiting = new Set<Task>()
  const running = new Map<Task, Promise<void>>()

  const runningOf = (isCounted: (task: Task) => boolean) => [...running.keys()].filter(isCounted)

  const hasSeat = ({ kind, caller }: Task) => {
    const isLong = kind.length === 'long'
    const long = runningOf((task) => task.kind.length === 'long')
    if (running.size >= seats || (isLong && long.length >= longSeats)) return false
    // Nobody takes all seats.
    return flowsOf(caller).some((flow) => {
      const isOwn = (task: Task) => flowsOf(task.caller).includes(flow)
      if (runningOf(isOwn).length >= seats - 1) return false
      return !isLong || long.filter(isOwn).length < longSeats - 1
    })
  }
  const hasMemory = ({ kind }: Task) => {
    const needed = memory.of(kind)
    if (memory.sum([...running.keys()]) + needed > memory.all) return false
    if (kind.length === 'short') return true
    return memory.sum(runningOf((task) => task.kind.length === 'long')) + needed <= memory.forLong
  }

  const nextTask = (): Task | undefined => {
    const ranked = [...waiting]
      .map((task) => ({ task, rank: shares[task.kind.length].rank(flowsOf(task.caller)) }))
      // If they are equal, work that more people wait for comes first.
      .toSorted(
        (a, b) => a.rank - b.rank || flowsOf(b.task.caller).length - flowsOf(a.task.caller).length,
      )
    let isLongNext = false
    for (const { task } of ranked) {
      const isLong = task.kind.length === 'long'
      if ((isLong && isLongNext) || !hasSeat(task)) continue
      if (hasMemory(task)) return task
      // Otherwise smaller work that arrives later would keep it waiting indefinitely.
      if (isLong) isLongNext = true
    }
    return undefined
  }

  const dispatch = () => {
    for (let task = nextTask(); task; task = nextTask()) {
      waiting.delete(task)
      const ended = task.begin().finally(() => {
        running.delete(task)
        dispatch()
      })
      running.set(task, ended)
    }
    for (const length of ['short', 'long'] as const) {
      const tasks = [...waiting, ...running.keys()].filter(({ kind }) => kind.length === length)
      shares[length].forget(new Set(tasks.flatMap(({ caller }) => flowsOf(caller))))
    }
  }

  return {
    waiting,
    running,
    refusalOf({ length }, caller) {
      const tasks = [...waiting].filter((task) => task.kind.length === length)
      if (tasks.length >= mostWaiting.all) return busy()
      const hasRoom = flowsOf(caller).some((flow) => {
        if (!isPerson(flow)) return true
        const own = tasks.filter((task) => flowsOf(task.caller).includes(flow))
        return own.length < mostWaiting.person
      })
      return hasRoom ? undefined : tooMuch()
    },
    add(task) {
      waiting.add(task)
      dispatch()
    },
    remove(task) {
      if (!waiting.delete(task)) return false
      dispatch()
      return true
    },
    charge: ({ length }, caller, estimate) => shares[length].begin(flowsOf(caller), estimate),
  }
}

function tooMuch(): Refusal {
  const detail = 'You have asked for a lot at once. Please wait until some of it is done.'
  return new Refusal('tooMany', detail, { retryAfter: 5 })
}

export function busy(): Refusal {
  const detail = 'The portal is busy at the moment. Please try again in a moment.'
  return new Refusal('unavailable', detail, { retryAfter: 5, transient: true })
}
