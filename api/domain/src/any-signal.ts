/** A signal that aborts with the first of several. `AbortSignal.any` is missing in some supported browsers. */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  return 'any' in AbortSignal ? AbortSignal.any([...signals]) : joinedSignal(signals)
}

/** For libraries that use `AbortSignal.any` themselves. */
export function provideAnySignal(): void {
  if (!('any' in AbortSignal)) Object.assign(AbortSignal, { any: joinedSignal })
}

function joinedSignal(signals: readonly AbortSignal[]): AbortSignal {
  const any = new AbortController()
  for (const signal of signals) {
    const abort = () => any.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true, signal: any.signal })
  }
  return any.signal
}
