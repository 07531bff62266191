import { dayOf, shortDayText, todayIn } from '@portal/domain/days'
import { usePortal } from '@portal/remote-kit/portal'
import { changedAt, type Material } from '../shared/materials-of.ts'

/** The day of a paper's last change, "3 October"; undefined if it isn't known. */
export function useChangedText() {
  const dateText = useDateText()
  return (paper: Material) => dateText(changedAt(paper))
}

export function useDateText() {
  const { timeZone } = usePortal().config.foundation
  return (moment: string | undefined) =>
    moment === undefined
      ? undefined
      : shortDayText(dayOf(new Date(moment), timeZone), todayIn(timeZone))
}
