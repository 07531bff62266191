import { dayAfter } from '@portal/domain/days'
import type { AuditFilters } from '@portal/contract/audit'
import { quarterOfDate } from '@portal/domain/quarter'
import { useSearchParams } from '@portal/remote-kit/router'

/** As entered, empty if unset; both days are included. */
export type ShownFilters = Record<(typeof names)[number], string>

const names = ['show', 'from', 'to', 'who', 'what', 'subject', 'q', 'order'] as const
/** These select the log and its order, and don't count as filters. */
const views: readonly string[] = ['show', 'order']

/** The audit's filters, kept in the URL: `?from=2026-11-01&who=ruth@…`. */
export function useAuditFilters() {
  const [params, setParams] = useSearchParams()
  const text = (name: string) => params.get(name)?.trim() ?? ''
  const day = (name: string) => (quarterOfDate(text(name)) ? text(name) : '')
  const shown: ShownFilters = {
    show: text('show') === 'access' ? 'access' : '',
    from: day('from'),
    to: day('to'),
    who: text('who'),
    what: text('what'),
    subject: text('subject'),
    q: text('q'),
    order: text('order') === 'oldest' ? 'oldest' : '',
  }
  return {
    shown,
    /** As the API takes them: its end day is exclusive. */
    applied: appliedFilters(shown),
    any: names.some((name) => !views.includes(name) && shown[name] !== ''),
    set: (filters: Partial<ShownFilters>) =>
      setParams((before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(filters)) {
          if (value.trim()) after.set(name, value.trim())
          else after.delete(name)
        }
        return after
      }),
  }
}

function appliedFilters({ from, to, ...rest }: ShownFilters): AuditFilters {
  const words = Object.entries(rest).filter(([, value]) => value !== '')
  return {
    ...(from && { from }),
    ...(to && { to: dayAfter(to) }),
    ...Object.fromEntries(words),
  }
}
