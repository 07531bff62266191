import { Button } from '@portal/shared-ui/button'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import styles from './calendar-screen.module.css'
import { type Month, monthAfter } from '../shared/months.ts'

type MonthStepsProps = { month: Month; today: Month; onShow: (month: Month) => void }

export function MonthSteps({ month, today, onShow }: MonthStepsProps) {
  return (
    <div className={styles.steps} role="group" aria-label="Month">
      <Button icon={<ChevronLeft aria-hidden />} onClick={() => onShow(monthAfter(month, -1))}>
        Previous
      </Button>
      <Button onClick={() => onShow(today)}>Today</Button>
      <Button onClick={() => onShow(monthAfter(month))}>
        Next <ChevronRight aria-hidden />
      </Button>
    </div>
  )
}
