import { getOwnWaiver, waiveNotice } from '@portal/contract/notices'
import { dateText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useMutation, useQuery, useQueryClient } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'

/** Asks the reader to waive notice of a meeting whose formal notice comes too late; nothing otherwise. */
export function WaiverPart({ meeting }: { meeting: string }) {
  const { call, config } = usePortal()
  const client = useQueryClient()
  const input = { params: { meeting } }
  const queryKey = ['meetings', 'waiver', meeting]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getOwnWaiver, input, { signal }),
  })
  const waive = useMutation({
    mutationFn: () => call(waiveNotice, input),
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
  })
  if (data?.waivedAt !== undefined) {
    return <p>You waived notice on {dateText(data.waivedAt, config.foundation.timeZone)}.</p>
  }
  if (!data?.asked) return null
  return (
    <div>
      <p>The formal notice of this meeting comes late. If you agree to meet all the same:</p>
      <Button busy={waive.isPending} onClick={() => waive.mutate()}>
        Waive notice
      </Button>
      {waive.isError && <p role="alert">That didn’t work. Please try again.</p>}
    </div>
  )
}
