import type { Rest } from '../background/rest.ts'
import type { Guard } from './guard.ts'

type Bytes = ReadableStream<Uint8Array>

type StepOptions = {
  /** Ends the stream, in addition to a step's own deadline. */
  signal?: AbortSignal | undefined
  /** Selects errors of a step that aren't the port's fault. */
  passes?: (error: unknown) => boolean
}

/**
 * How long a stream may wait for its reader, in ms; then nobody reads it any more. Longer than a slow reader's
 * connection may stand still (`ReaderPace`).
 */
const idleLimit = 300_000

/** Gives each step its own deadline: a stalled iteration is abandoned and closed, however long the others may take. */
export async function* guardedSteps<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  guard: Guard,
  name: string,
  options: StepOptions,
): AsyncGenerator<T> {
  const life = createLifetime(options.signal)
  yield* stepsOf(open(life.signal), life, guard, name, options)
}

/** The same for a stream of bytes that a call opens. */
export async function guardedChunks(
  open: (signal: AbortSignal) => Promise<AsyncIterable<Uint8Array> | undefined>,
  guard: Guard,
  name: string,
  options: StepOptions,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const life = createLifetime(options.signal)
  const chunks = await guard.run(name, (signal) => open(life.during(signal)), options)
  return chunks && stepsOf(chunks, life, guard, 'bytes', options)
}

/**
 * The same for an open stream, which is closed at its end, when it fails or is canceled, when its request's caller is
 * gone, and when nobody reads it any more. Background work rests between two of its pieces.
 */
export async function guardedBytes(
  open: (signal: AbortSignal) => Promise<Bytes | undefined>,
  guard: Guard,
  {
    request,
    passes,
    rest,
    ...options
  }: StepOptions & { request: AbortSignal | undefined; rest?: Rest | undefined },
  longestIdle = idleLimit,
): Promise<Bytes | undefined> {
  const life = createLifetime(options.signal)
  const bytes = await guard.run('read', (signal) => open(life.during(signal)), {
    ...options,
    close: (late) => void late?.cancel().catch(() => undefined),
  })
  if (!bytes) return undefined
  const reader = bytes.getReader()
  let idle: NodeJS.Timeout | undefined
  let abandon: (reason: unknown) => void
  const leave = () => abandon(request?.reason)
  const waitForReader = () => {
    const late = () => abandon(new Error('Nobody has read from this file for too long.'))
    idle = setTimeout(late, longestIdle).unref()
  }
  const stopWaiting = () => {
    clearTimeout(idle)
    request?.removeEventListener('abort', leave)
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        abandon = (reason) => {
          stopWaiting()
          life.end(reason)
          controller.error(reason)
          void reader.cancel(reason).catch(() => undefined)
        }
        waitForReader()
        if (request?.aborted) leave()
        else request?.addEventListener('abort', leave, { once: true })
      },
      async pull(controller) {
        clearTimeout(idle)
        try {
          const { done, value } = await guard.run('bytes', async () => reader.read(), {
            ...options,
            ...(passes && { passes }),
          })
          if (!done) {
            await rest?.moved(value.byteLength)
            controller.enqueue(value)
            return waitForReader()
          }
          stopWaiting()
          return controller.close()
        } catch (error) {
          stopWaiting()
          life.end(error)
          throw error
        }
      },
      async cancel(reason) {
        stopWaiting()
        await reader.cancel(reason)
      },
    },
    // Nothing is read ahead, so that each wait is its reader's.
    { highWaterMark: 0 },
  )
}

async function* stepsOf<T>(
  steps: AsyncIterable<T>,
  life: Lifetime,
  guard: Guard,
  name: string,
  options: StepOptions,
): AsyncGenerator<T> {
  const iterator = steps[Symbol.asyncIterator]()
  let isDone = false
  try {
    for (;;) {
      const step = await guard.run(name, async () => iterator.next(), options)
      if (step.done) {
        isDone = true
        return
      }
      yield step.value
    }
  } catch (error) {
    life.end(error)
    throw error
  } finally {
    if (!isDone) {
      life.end()
      // Not awaited: an iterator that hangs would never resolve this either.
      void iterator.return?.().then(undefined, () => undefined)
    }
  }
}

type Lifetime = ReturnType<typeof createLifetime>

/** The signal of something that outlives the call which opens it. */
function createLifetime(given: AbortSignal | undefined) {
  const ending = new AbortController()
  const signal = given ? AbortSignal.any([given, ending.signal]) : ending.signal
  return {
    signal,
    end: (reason?: unknown) => ending.abort(reason),
    /** The same signal, which is aborted with the opening call's. */
    during(call: AbortSignal): AbortSignal {
      call.addEventListener('abort', () => ending.abort(call.reason), { once: true })
      return signal
    },
  }
}
