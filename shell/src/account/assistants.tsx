import {
  type Assistant,
  changeAssistant,
  endAssistant,
  listOwnAssistants,
} from '@portal/contract/guests'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@portal/remote-kit/query'
import type { Call } from '@portal/remote-kit/client'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { Switch } from '@portal/shared-ui/switch'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { UserX, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { RequestFailure } from './request-failure.tsx'
import styles from './sign-ins.module.css'

const assistantsKey = ['shell', 'assistants']

function assistantsQuery(call: Call) {
  return queryOptions({
    queryKey: assistantsKey,
    queryFn: async ({ signal }) => (await call(listOwnAssistants, {}, { signal })).assistants,
    refetchOnMount: 'always',
  })
}

/** Who reads for the reader, and the end of it; nothing for those without an assistant. */
export function Assistants() {
  const { data = [] } = useQuery(assistantsQuery(usePortal().call))
  if (data.length === 0) return null
  return (
    <section aria-labelledby="assistants" className={styles.section}>
      <h2 id="assistants">Who reads for you</h2>
      <p className={styles.soft}>
        An assistant sees what is for everybody in your meetings. They never see your notes or what
        you have read, nor closed items, and they never vote. You can end it at any time.
      </p>
      <ul className={styles.list}>
        {data.map((assistant) => (
          <OwnAssistant key={assistant.uid} assistant={assistant} />
        ))}
      </ul>
    </section>
  )
}

function OwnAssistant({ assistant }: { assistant: Assistant }) {
  const { uid, name, email, mayReply } = assistant
  const { call, toast } = usePortal()
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: assistantsKey })
  const params = { uid }
  const change = useMutation({
    mutationFn: (allowed: boolean) =>
      call(changeAssistant, { params, body: { mayReply: allowed } }),
    onSettled,
  })
  const end = useMutation({
    mutationFn: () => call(endAssistant, { params }),
    onSuccess: () => toast(`${name} no longer reads for you.`, { kind: 'good' }),
    onSettled,
  })
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <Card as="li" className={styles.device}>
      <UsersRound className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.name}>
          <b>{name}</b>
        </p>
        <p className={styles.soft}>{email}</p>
        <Switch
          label={`${name} may reply for me`}
          showLabel
          checked={change.isPending ? change.variables : mayReply}
          onChange={(allowed) => change.mutate(allowed)}
        />
        <RequestFailure error={change.error} />
      </div>
      <Button icon={<UserX />} onClick={() => setIsConfirming(true)}>
        End access<VisuallyHidden> of {name}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={`End the access of ${name}?`}
        verb={`End access of ${name}`}
        danger
        busy={end.isPending}
        onConfirm={() => end.mutate()}
        onCancel={() => {
          end.reset()
          setIsConfirming(false)
        }}
      >
        <RequestFailure error={end.error} />
        <p>They are signed out everywhere at once, and their account is deleted.</p>
      </ConfirmDialog>
    </Card>
  )
}
