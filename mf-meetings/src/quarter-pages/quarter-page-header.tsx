import { type Quarter, quarterName } from '@portal/domain/quarter'
import type { Slot } from '@portal/domain/slot-names'
import { Link } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { PageHeader } from '@portal/shared-ui/page-header'
import { ArrowLeft, Printer } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { OpenDocument } from '../shared/open-document.tsx'

type QuarterPageHeaderProps = {
  title: string
  /** Without one the page belongs to the whole foundation. */
  quarter: Quarter | undefined
  about?: string
  slot?: Slot | undefined
}

export function QuarterPageHeader({ title, quarter, about, slot }: QuarterPageHeaderProps) {
  const name = quarter && quarterName(quarter)
  return (
    <PageHeader
      title={title}
      back={
        <Link to={quarter ? meetingsPaths.quarter(quarter) : meetingsPaths.meetings}>
          <ArrowLeft aria-hidden /> Back to Meetings
        </Link>
      }
      subtitle={[about, name].filter(Boolean).join(' · ') || undefined}
      actions={
        <>
          {slot && <OpenDocument slot={slot} />}
          <Button icon={<Printer aria-hidden />} onClick={() => print()}>
            Print
          </Button>
        </>
      }
    />
  )
}
