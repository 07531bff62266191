/** A person, as `person <uid>`, or work that belongs to nobody in particular. */
export type Flow = `person ${string}` | BackgroundFlow
/** `everyone`: many people wait for it. */
type BackgroundFlow = 'everyone' | 'sync' | 'paper details' | 'uploads'

/** The flow of a person's own work. */
export function flowOf({ uid }: { uid: string }): Flow {
  return `person ${uid}`
}

export function isPerson(flow: Flow): boolean {
  return flow.startsWith('person ')
}

/** In ms: work for everyone counts as if it had used this much less. */
const headStart: Partial<Record<Flow, number>> = { everyone: 60_000 }

/**
 * Start-time fair queuing: the flow that has used the least time is next. A new flow starts as if it had used as much
 * as the flow that was served last, so that nobody saves up turns.
 */
export type FairShares = {
  /** The rank of work that these flows wait for: the lowest is next. Work of several takes the best rank. */
  rank: (flows: readonly Flow[]) => number
  /** Charges an estimate in ms; the returned function corrects it to the actual time. */
  begin: (flows: readonly Flow[], estimate: number) => (actual: number) => void
  /** Forgets the usage of flows without work, once they are owed nothing. */
  forget: (active: ReadonlySet<Flow>) => void
}

export function createFairShares(): FairShares {
  const used = new Map<Flow, number>()
  let served = 0

  const usedBy = (flow: Flow) => {
    const known = used.get(flow)
    if (known !== undefined) return known
    const fresh = served - (headStart[flow] ?? 0)
    used.set(flow, fresh)
    return fresh
  }
  const rank = (flows: readonly Flow[]) => Math.min(...flows.map(usedBy))
  const charge = (flows: readonly Flow[], time: number) => {
    for (const flow of flows) used.set(flow, usedBy(flow) + time / flows.length)
  }

  return {
    rank,
    begin(flows, estimate) {
      served = Math.max(served, rank(flows))
      charge(flows, estimate)
      return (actual) => charge(flows, actual - estimate)
    },
    forget(active) {
      for (const [flow, time] of used) {
        if (!active.has(flow) && (time <= served || active.size === 0)) used.delete(flow)
      }
    },
  }
}
