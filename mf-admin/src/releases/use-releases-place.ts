import { useSearchParams } from '@portal/remote-kit/router'

const ranges = ['1', '7', '30'] as const
export type Range = (typeof ranges)[number]

/** The selected remote, period and person, kept in the URL. */
export function useReleasesPlace() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  const requested = params.get('days')
  return {
    remote: params.get('remote') ?? '',
    setRemote: (remote: string) => set('remote', remote),
    range: ranges.find((days) => days === requested) ?? '7',
    setRange: (range: Range) => set('days', range === '7' ? '' : range),
    email: params.get('email') ?? '',
    setEmail: (email: string) => set('email', email),
  }
}
