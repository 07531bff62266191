import { setTimeout as after } from 'node:timers/promises'

export type Fault = 'none' | 'slow' | 'hung' | 'throws'

/** Wraps a port so that its calls meet a fault that can be changed at any time; iterables meet it at each step. */
export function faultyPort<T extends object>(
  port: T,
  fault: () => Fault,
  delay: number,
  /** Names of the calls that return an iterable. */
  streams: string[] = [],
): T {
  const meet = async () => {
    if (fault() === 'slow') await after(delay)
    if (fault() === 'hung') await new Promise(() => undefined)
    if (fault() === 'throws') throw new Error('secret-host refused the connection')
  }
  const calls = Object.entries(port as Record<string, (...input: unknown[]) => unknown>)
  const faulty = calls.map(([name, call]) => [
    name,
    streams.includes(name)
      ? async function* (...input: unknown[]) {
          await meet()
          yield* call(...input) as AsyncIterable<unknown>
        }
      : async (...input: unknown[]) => {
          // A test can always close its ports.
          if (name !== 'close') await meet()
          return call(...input)
        },
  ])
  return Object.fromEntries(faulty) as T
}
