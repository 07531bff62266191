import { endFeed, type OwnFeed, renewFeed } from '@portal/contract/feeds'
import { dayInWords, dayOf } from '@portal/domain/days'
import { usePortal } from '@portal/remote-kit/portal'
import { useMutation, useQueryClient } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { Link as LinkIcon, RefreshCw, Unlink } from 'lucide-react'
import { useState } from 'react'
import { Failure } from './failure.tsx'
import { NewAddress } from './new-address.tsx'
import { ownFeedQuery } from './own-feed-query.ts'
import styles from './your-calendar.module.css'

/** The reader's feed: making its address, replacing it, and ending it. */
export function FeedAddress({ feed }: { feed: OwnFeed }) {
  const { call, config, person, toast } = usePortal()
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: ownFeedQuery(call, person).queryKey })
  const renew = useMutation({
    mutationFn: (nonce: string) => call(renewFeed, { body: { nonce } }),
    onSettled: refresh,
  })
  const end = useMutation({
    mutationFn: () => call(endFeed),
    onSuccess: () => {
      renew.reset()
      toast('The address no longer works.', { kind: 'good' })
    },
    onSettled: refresh,
  })
  const make = () => {
    setAsked(false)
    renew.mutate(randomText())
  }
  const { createdAt } = feed
  const since = createdAt && dayInWords(dayOf(new Date(createdAt), config.foundation.timeZone))

  return (
    <section aria-labelledby="feed-address" className={styles.section}>
      <h2 id="feed-address">Your calendar feed</h2>
      <p>
        A calendar program reads the feed by an address of its own, made only for you. Whoever has
        the address sees your meetings’ titles, times and places without signing in, so please don’t
        pass it on.
      </p>
      {renew.data ? (
        <NewAddress address={`${globalThis.location.origin}${renew.data.path}`} />
      ) : (
        since !== undefined && (
          <p>
            You have an address since {since}. For your safety, the portal shows it only when it is
            made. To add another device, make a new address and add it on all of them.
          </p>
        )
      )}
      <div className={styles.buttons}>
        {createdAt === undefined ? (
          <Button
            variant="primary"
            icon={<LinkIcon aria-hidden />}
            busy={renew.isPending}
            onClick={make}
          >
            Make my address
          </Button>
        ) : (
          <>
            <Button
              icon={<RefreshCw aria-hidden />}
              busy={renew.isPending}
              onClick={() => setAsked(true)}
            >
              New address
            </Button>
            <Button icon={<Unlink aria-hidden />} busy={end.isPending} onClick={() => end.mutate()}>
              End my address
            </Button>
          </>
        )}
      </div>
      <Failure error={renew.error ?? end.error} />
      <ConfirmDialog
        open={isAsked}
        title="Make a new address?"
        verb="Make a new address"
        onConfirm={make}
        onCancel={() => setAsked(false)}
      >
        <p>
          The address that you have now stops working. Calendars that read it keep what they have,
          without changes, until you add the new address there.
        </p>
      </ConfirmDialog>
    </section>
  )
}

/** 192 random bits, as letters, digits, - and _. */
function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
